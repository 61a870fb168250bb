package io.github.wats.io.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fetches one file into a {@code .part} beside its place. What is there of a {@code .part} is kept
 * and continued; a connection that breaks off or goes silent is tried again as long as something
 * new arrives; where there is no connection at all the answer is quick. Nothing a server says about
 * lengths is believed where the length is known.
 */
final class HttpDownload {
  /** For files of unknown length: four times the largest there is, so no disk fills up unseen. */
  private static final long MOST_BYTES = 6L << 30;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-.*");

  private final HttpClient client;
  private final Patience patience;
  private final DownloadListener listener;

  /**
   * How long to go on.
   *
   * @param tries how many times in a row may bring nothing new
   * @param pause the wait before the second try; it doubles for each further one
   * @param silence how long a connection may bring nothing
   */
  record Patience(int tries, Duration pause, Duration silence) {
    static final Patience DEFAULT = new Patience(4, Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  HttpDownload(Patience patience, DownloadListener listener) {
    this.patience = patience;
    this.listener = listener;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(patience.silence())
            .build();
  }

  /**
   * Brings {@code part} to its full length.
   *
   * @return whether the result was put together from an earlier {@code .part}
   * @throws NoSuchFileException if the server does not have the file
   * @throws DatasetUnavailableException if there is no connection to it
   */
  boolean fetch(URI address, Path part, String name, OptionalLong size)
      throws IOException, InterruptedException {
    try (FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      claim(channel, part);
      long before = channel.size();
      if (before > 0) {
        listener.note(name + ": continuing after " + before + " bytes");
      }
      try {
        persist(address, channel, name, size);
        channel.force(true);
      } finally {
        if (channel.size() == 0) {
          Files.delete(part); // nothing came
        }
      }
      return before > 0;
    }
  }

  /** Tries as long as something new arrives, and a few times more. */
  private void persist(URI address, FileChannel channel, String name, OptionalLong size)
      throws IOException, InterruptedException {
    long most = -1; // bytes there at best so far
    int idle = 0;
    Optional<String> trouble = attempt(address, channel, name, size);
    while (trouble.isPresent()) {
      idle = channel.size() > most ? 1 : idle + 1;
      most = Math.max(most, channel.size());
      if (idle >= patience.tries()) {
        throw new IOException(
            address + ": " + trouble.get() + "; the same command continues where this one ended");
      }
      listener.note(name + ": " + trouble.get() + ", trying again");
      Thread.sleep(patience.pause().toMillis() << (idle - 1));
      trouble = attempt(address, channel, name, size);
    }
  }

  /** Locks the file until the channel is closed. */
  private static void claim(FileChannel channel, Path part) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // Held within this program: the same answer.
    }
    throw new IOException(part + ": another download is writing it");
  }

  /** One connection. Empty when the file is whole, else what went wrong and may go better. */
  private Optional<String> attempt(URI address, FileChannel channel, String name, OptionalLong size)
      throws IOException, InterruptedException {
    if (size.isPresent() && channel.size() > size.getAsLong()) {
      channel.truncate(0);
    }
    long have = channel.size();
    if (size.isPresent() && have == size.getAsLong()) {
      return Optional.empty(); // an earlier run got everything; the checksum decides
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(patience.silence());
    if (have > 0) {
      request.header("Range", "bytes=" + have + "-");
    }
    HttpResponse<InputStream> response;
    try {
      response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new DatasetUnavailableException(
          "no connection to " + address.getHost() + ", which has " + name + ": offline?");
    } catch (IOException e) {
      return Optional.of("no answer (" + reason(e) + ")");
    }
    try (InputStream body = response.body();
        SilenceGuard guard = new SilenceGuard(body, patience.silence())) {
      Optional<String> refusal = begin(address, response, channel);
      return refusal.isPresent()
          ? refusal
          : receive(body, guard, channel, name, size, announced(response, channel));
    }
  }

  /** Positions the channel where the body belongs, or returns why the body is of no use. */
  private static Optional<String> begin(
      URI address, HttpResponse<InputStream> response, FileChannel channel) throws IOException {
    int status = response.statusCode();
    switch (status) {
      case 200 -> {
        channel.truncate(0); // the server sends all of it, whatever was asked
        return Optional.empty();
      }
      case 206 -> {
        channel.position(channel.size());
        Matcher range =
            CONTENT_RANGE.matcher(response.headers().firstValue("Content-Range").orElse(""));
        if (range.matches() && Long.parseLong(range.group(1)) == channel.size()) {
          return Optional.empty();
        }
        channel.truncate(0);
        return Optional.of("the server sent another part than asked for");
      }
      case 416 -> {
        channel.truncate(0);
        return Optional.of("the server has less than was fetched before");
      }
      case 404, 410 -> throw new NoSuchFileException(address.toString(), null, "HTTP " + status);
      case 408, 425, 429, 500, 502, 503, 504 -> {
        return Optional.of("the server answers HTTP " + status);
      }
      default -> throw new IOException(address + ": the server answers HTTP " + status);
    }
  }

  private static OptionalLong announced(HttpResponse<InputStream> response, FileChannel channel)
      throws IOException {
    OptionalLong length = response.headers().firstValueAsLong("Content-Length");
    return length.isPresent()
        ? OptionalLong.of(channel.position() + length.getAsLong())
        : OptionalLong.empty();
  }

  private Optional<String> receive(
      InputStream body,
      SilenceGuard guard,
      FileChannel channel,
      String name,
      OptionalLong size,
      OptionalLong announced)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long limit = size.orElse(MOST_BYTES);
    OptionalLong total = size.isPresent() ? size : announced;
    while (channel.position() < limit) {
      int count;
      try {
        count = body.read(buffer, 0, (int) Math.min(buffer.length, limit - channel.position()));
      } catch (IOException e) {
        return Optional.of(guard.hasTripped() ? guard.trouble() : "broke off (" + reason(e) + ")");
      }
      if (count < 0) {
        break;
      }
      guard.reset();
      ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      listener.progress(name, channel.position(), total);
    }
    if (guard.hasTripped()) {
      return Optional.of(guard.trouble());
    }
    if (size.isEmpty() && channel.position() >= MOST_BYTES) {
      throw new IOException(name + ": the server sends more than " + MOST_BYTES + " bytes");
    }
    return size.isPresent() && channel.position() < size.getAsLong()
        ? Optional.of("broke off after " + channel.position() + " bytes")
        : Optional.empty();
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
