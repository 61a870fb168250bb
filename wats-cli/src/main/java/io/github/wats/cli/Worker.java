package io.github.wats.cli;

import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Version;
import io.github.wats.io.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code wats worker [--answers FILE] [--scratch DIR]}: runs one command line after another in the
 * same process, for programs such as the Python package. Not listed in the help.
 *
 * <p>Requests arrive on standard input and answers leave on a stream of their own, each as a frame:
 * four bytes with the length, the highest first, then a JSON object in UTF-8. The first answer is
 * {@code {"ready": version}}. A request is {@code {"arguments": [...], "folder": "", "terminal":
 * false}}, where relative paths are in {@code folder}; its answers are any number of {@code {"err":
 * text}}, then {@code {"exitCode": 0, "out": text}}. Commands run in the order of their requests.
 *
 * <p>The process ends as soon as standard input does, also in the middle of a command, so it never
 * outlives the program that started it; the folder of {@code --scratch} is removed then.
 */
final class Worker {
  static final String NAME = "worker";
  private static final int LONGEST_REQUEST = 1 << 24;
  private static final int MOST_TRIES = 100; // a command may still write into the folder
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DataInputStream requests;
  private final DataOutputStream answers;
  private final StringWriter out = new StringWriter();
  private final PrintWriter results = new PrintWriter(out);
  private final PrintWriter err =
      new PrintWriter(
          new StringWriter() {
            @Override
            public void flush() { // sends what the command has printed so far
              if (!getBuffer().isEmpty()) {
                send(Map.of("err", toString()));
                getBuffer().setLength(0);
              }
            }
          },
          true);

  /** What read the last command: the next is often the same one, and making it takes long. */
  private @Nullable CommandLine reader;

  private List<Object> readerOf = List.of();

  Worker(InputStream requests, OutputStream answers) {
    this.requests = new DataInputStream(new BufferedInputStream(requests));
    this.answers = new DataOutputStream(new BufferedOutputStream(answers));
  }

  /** Serves standard input; does not return. */
  static void run(String... arguments) {
    String answers = "";
    String scratch = "";
    for (int k = 1; k + 1 < arguments.length; k += 2) {
      answers = arguments[k].equals("--answers") ? arguments[k + 1] : answers;
      scratch = arguments[k].equals("--scratch") ? arguments[k + 1] : scratch;
    }
    System.setOut(System.err); // nothing but answers may reach the stream of answers
    FileOutputStream standard = new FileOutputStream(FileDescriptor.out);
    int exitCode = ExitCode.DONE;
    Path folder = Path.of(scratch);
    AtomicFile.writeAtOnce(folder);
    try {
      OutputStream out = answers.isEmpty() ? standard : new FileOutputStream(answers);
      new Worker(System.in, out).serve();
    } catch (IOException | UncheckedIOException failed) { // the second if nobody reads answers
      System.err.println("wats: worker: " + failed.getMessage());
      exitCode = ExitCode.FAILURE;
    }
    for (int k = 0; k < MOST_TRIES && !scratch.isEmpty() && Files.exists(folder); k++) {
      remove(folder);
    }
    Runtime.getRuntime().halt(exitCode); // a command may still be running
  }

  /** Answers requests until there are no more. */
  void serve() throws IOException {
    send(Map.of("ready", Version.text()));
    ExecutorService commands = Executors.newSingleThreadExecutor();
    try {
      while (true) {
        JsonNode request = receive();
        commands.execute(() -> answer(request));
      }
    } catch (EOFException ended) {
      commands.shutdown();
    }
  }

  private JsonNode receive() throws IOException {
    int length = requests.readInt();
    if (length < 0 || length > LONGEST_REQUEST) {
      throw new IOException("a request must have at most 16777216 bytes, got " + length);
    }
    byte[] bytes = new byte[length];
    requests.readFully(bytes);
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException wrong) {
      throw new IOException("a request must be a JSON object: " + wrong.getOriginalMessage());
    }
  }

  private void answer(JsonNode request) {
    String[] arguments =
        request.path("arguments").valueStream().map(JsonNode::asString).toArray(String[]::new);
    boolean terminal = request.path("terminal").asBoolean(false);
    String folder = request.path("folder").asString("");
    String command = arguments.length == 0 ? "" : arguments[0];
    List<String> words = List.of(arguments);
    boolean wide = words.contains("--wide");
    List<Object> use = List.of(command, folder, terminal, words.contains("--no-color"), wide);
    int exitCode;
    try {
      if (reader == null || !use.equals(readerOf)) {
        Console console = new Console(results, err, terminal, System.getenv());
        reader = WatsCommand.reader(console, Path.of(folder), arguments);
        readerOf = use;
      }
      exitCode = reader.execute(arguments);
    } catch (Throwable failure) { // even an Error is an answer: the next command may do better
      err.println("wats: unexpected failure (" + failure + ")");
      exitCode = ExitCode.FAILURE;
    }
    results.flush();
    err.flush();
    send(Map.of("exitCode", exitCode, "out", out.toString()));
    out.getBuffer().setLength(0);
    if (exitCode != ExitCode.DONE) {
      reader = null;
    }
  }

  private synchronized void send(Map<String, ?> answer) {
    byte[] bytes = JSON.writeValueAsBytes(answer);
    try {
      answers.writeInt(bytes.length);
      answers.write(bytes);
      answers.flush();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed.getMessage(), closed);
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException | UncheckedIOException gone) {
      // the program has removed it itself
    }
  }
}
