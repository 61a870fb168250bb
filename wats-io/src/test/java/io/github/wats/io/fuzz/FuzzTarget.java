package io.github.wats.io.fuzz;

import com.sun.management.ThreadMXBean;
import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A format, and every way its documents are read. A reading passes if it ends in a value or in the
 * exception that readers document, within a bound on time and memory.
 *
 * <p>An input is one byte and a rest. The byte chooses the way of reading. If its highest bit is
 * set the rest is a document; else it is a {@link Script} of changes to a valid document.
 *
 * @param format its name, also that of the folder of its regression documents
 * @param seeds valid documents to change
 * @param editor changes a document so that it mostly stays readable past its header
 * @param refusal the exception for documents that are not valid
 * @param ways the ways of reading a document
 */
public record FuzzTarget(
    String format,
    Seeds seeds,
    Editor editor,
    Class<? extends RuntimeException> refusal,
    List<Way> ways) {
  /** Buffers, and arrays for the nodes that a lone number may announce. */
  private static final long FREE_BYTES = 128L << 20;

  /** A byte may become a double, be copied while a list grows, and be held as text beside. */
  private static final long BYTES_PER_BYTE = 256;

  /** Time of the processor, so that a busy machine raises no alarm. */
  private static final long MOST_NANOSECONDS = 5_000_000_000L;

  /** The highest bit of the first byte: the rest is a document. */
  static final int DOCUMENT = 0x80;

  private static final int MOST_EDITS = 6;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Valid documents, made when first asked for. */
  public static final class Seeds {
    private final Maker maker;
    private List<byte[]> documents;

    private Seeds(Maker maker) {
      this.maker = maker;
    }

    /** All documents. */
    public List<byte[]> all() {
      if (documents == null) {
        try {
          documents = maker.make();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return documents;
    }
  }

  /** Makes valid documents. */
  public interface Maker {
    List<byte[]> make() throws IOException;
  }

  /** One way of reading a document. */
  public interface Way {
    /**
     * Reads a document.
     *
     * @param progress told once the header was accepted; a value that is returned says so too
     */
    void read(byte[] document, Runnable progress) throws IOException;
  }

  /** Something read, where only the message of a refusal tells how far the reader came. */
  public interface Reading {
    void run(byte[] document) throws IOException;
  }

  /** The format of files that readers refuse with {@link InvalidDataException}. */
  public static FuzzTarget of(String format, Maker seeds, Editor editor, Way... ways) {
    return new FuzzTarget(
        format, new Seeds(seeds), editor, InvalidDataException.class, List.of(ways));
  }

  /** The same with another exception for documents that are not valid. */
  public FuzzTarget refusedBy(Class<? extends RuntimeException> exception) {
    return new FuzzTarget(format, seeds, editor, exception, ways);
  }

  /** The same with documents made elsewhere. */
  public FuzzTarget withSeeds(Maker others) {
    return new FuzzTarget(format, new Seeds(others), editor, refusal, ways);
  }

  /** A reading that came past the header unless it was refused with one of these words. */
  public static Way unless(String header, Reading reading) {
    Pattern words = Pattern.compile(header);
    return (document, progress) -> {
      try {
        reading.run(document);
      } catch (RuntimeException refused) {
        if (!words.matcher(String.valueOf(refused.getMessage())).find()) {
          progress.run();
        }
        throw refused;
      }
    };
  }

  /** Inputs that stand for every seed read in every way: as a document, and as a script. */
  public byte[] seedInput(int seed, int way, boolean asDocument) {
    byte[] document = seeds.all().get(seed);
    byte[] input = Arrays.copyOf(new byte[1], asDocument ? document.length + 1 : 2);
    input[0] = (byte) (asDocument ? way | DOCUMENT : way);
    if (asDocument) {
      System.arraycopy(document, 0, input, 1, document.length);
    } else {
      input[1] = (byte) seed;
    }
    return input;
  }

  /** The document that an input stands for. */
  public byte[] document(byte[] input) {
    if (input.length == 0 || (input[0] & DOCUMENT) != 0) {
      return Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
    }
    Script script = new Script(input, 1);
    byte[] document = seeds.all().get(script.next(seeds.all().size()));
    for (int edits = 0; script.hasMore() && edits < MOST_EDITS; edits++) {
      document = editor.edit(document, script);
    }
    return document;
  }

  /**
   * Reads the document of an input in the way it chooses.
   *
   * @return whether the reader came past the header
   * @throws AssertionError if the reading ended otherwise than it may
   */
  public boolean run(byte[] input) {
    int way = input.length == 0 ? 0 : (input[0] & 0x7f) % ways.size();
    return read(ways.get(way), document(input));
  }

  /** Reads a document in every way, and returns how many came past the header. */
  public int readInEveryWay(byte[] document) {
    return (int) ways.stream().filter(way -> read(way, document)).count();
  }

  /** What took too much is read once more: the first time, classes were perhaps loaded. */
  private boolean read(Way way, byte[] document) {
    boolean[] past = {false};
    String excess = excess(way, document, past);
    if (!excess.isEmpty()) {
      excess = excess(way, document, past);
    }
    if (!excess.isEmpty()) {
      throw new AssertionError("must not take " + excess + " for " + document.length + " bytes");
    }
    return past[0];
  }

  /** Reads a document, and returns what it took beyond the bounds, or nothing. */
  private String excess(Way way, byte[] document, boolean[] past) {
    long time = THREADS.getCurrentThreadCpuTime();
    long memory = THREADS.getCurrentThreadAllocatedBytes();
    try {
      way.read(document, () -> past[0] = true);
      past[0] = true;
    } catch (Exception e) {
      check(e.getClass() == refusal, "must be refused by " + refusal.getSimpleName(), e);
      check(e.getMessage() != null && !e.getMessage().isBlank(), "must have a message", e);
    } catch (OutOfMemoryError | StackOverflowError e) {
      throw new AssertionError("must be refused, got " + e, e);
    }
    memory = THREADS.getCurrentThreadAllocatedBytes() - memory;
    time = THREADS.getCurrentThreadCpuTime() - time;
    if (memory > FREE_BYTES + BYTES_PER_BYTE * document.length) {
      return memory + " bytes of memory";
    }
    return time > MOST_NANOSECONDS ? time / 1_000_000 + " ms" : "";
  }

  private static void check(boolean holds, String rule, Exception got) {
    if (!holds) {
      throw new AssertionError(rule + ", got " + got, got);
    }
  }

  @Override
  public String toString() {
    return format;
  }
}
