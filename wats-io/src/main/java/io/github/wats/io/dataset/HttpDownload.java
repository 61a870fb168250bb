package io.github.wats.io.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URI;
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
 * Downloads one file to a {@code .part} file beside its target. An existing {@code .part} is
 * resumed; a broken or silent connection is retried as long as new data arrives; without any
 * connection it fails at once. Where the length is known, lengths sent by the server are ignored.
 */
record HttpDownload(Patience patience, DownloadListener listener) {
  /** For files of unknown length: four times the largest one, so that no disk fills up. */
  private static final long MOST_BYTES = 6L << 30;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-.*");

  /**
   * When to give up.
   *
   * @param tries how many attempts in a row may bring no new data
   * @param pause the wait before the second attempt; it doubles for each further one
   * @param silence how long a connection may bring no data
   */
  record Patience(int tries, Duration pause, Duration silence) {
    static final Patience DEFAULT = new Patience(4, Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  /**
   * Downloads what {@code part} lacks.
   *
   * @return whether an earlier {@code .part} was resumed
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
          Files.delete(part); // nothing was received
        }
      }
      return before > 0;
    }
  }

  /** Retries as long as new data arrives, and a few times more. */
  private void persist(URI address, FileChannel channel, String name, OptionalLong size)
      throws IOException, InterruptedException {
    long most = -1; // bytes received at best so far
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
      // locked by another thread of this process
    }
    throw new IOException(part + ": another download is writing it");
  }

  /** One connection. Empty when the file is complete, else a problem that may be temporary. */
  private Optional<String> attempt(URI address, FileChannel channel, String name, OptionalLong size)
      throws IOException, InterruptedException {
    if (size.isPresent() && channel.size() > size.getAsLong()) {
      channel.truncate(0);
    }
    long have = channel.size();
    if (size.isPresent() && have == size.getAsLong()) {
      return Optional.empty(); // an earlier run got everything; the checksum decides
    }
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    int silence = (int) patience.silence().toMillis();
    connection.setConnectTimeout(silence);
    connection.setReadTimeout(silence);
    if (have > 0) {
      connection.setRequestProperty("Range", "bytes=" + have + "-");
    }
    try {
      connection.connect();
    } catch (IOException e) {
      throw new DatasetUnavailableException(
          "no connection to "
              + address.getHost()
              + " to download "
              + name
              + ": offline? --mirror=DIR copies it");
    }
    try {
      Optional<String> refusal = begin(address, connection, channel);
      return refusal.isPresent() ? refusal : receive(connection, channel, name, size);
    } finally {
      connection.disconnect();
    }
  }

  /** Positions the channel for the body, or returns why the body cannot be used. */
  private static Optional<String> begin(
      URI address, HttpURLConnection connection, FileChannel channel) throws IOException {
    int status;
    try {
      status = connection.getResponseCode();
    } catch (ProtocolException redirects) {
      throw redirects;
    } catch (IOException e) {
      return Optional.of("no response (" + reason(e) + ")");
    }
    switch (status) {
      case 200 -> {
        channel.truncate(0); // the server sends all of it, not the requested range
        return Optional.empty();
      }
      case 206 -> {
        channel.position(channel.size());
        Matcher range = CONTENT_RANGE.matcher("" + connection.getHeaderField("Content-Range"));
        if (range.matches() && Long.parseLong(range.group(1)) == channel.size()) {
          return Optional.empty();
        }
        channel.truncate(0);
        return Optional.of("the server sent another range than requested");
      }
      case 416 -> {
        channel.truncate(0);
        return Optional.of("the server has less than was fetched before");
      }
      case 404, 410 -> throw new NoSuchFileException(address.toString(), null, "HTTP " + status);
      case 408, 425, 429, 500, 502, 503, 504 -> {
        return Optional.of("the server responds with HTTP " + status);
      }
      default -> throw new IOException(address + ": the server responds with HTTP " + status);
    }
  }

  private Optional<String> receive(
      HttpURLConnection connection, FileChannel channel, String name, OptionalLong size)
      throws IOException {
    long announced = connection.getContentLengthLong();
    OptionalLong total =
        size.isPresent() || announced < 0 ? size : OptionalLong.of(channel.position() + announced);
    byte[] buffer = new byte[BUFFER_BYTES];
    long limit = size.orElse(MOST_BYTES);
    try (InputStream body = connection.getInputStream()) {
      while (channel.position() < limit) {
        int count;
        try {
          count = body.read(buffer, 0, (int) Math.min(buffer.length, limit - channel.position()));
        } catch (SocketTimeoutException silent) {
          double seconds = patience.silence().toMillis() / 1000.0;
          return Optional.of("no data received for " + seconds + " s");
        } catch (IOException e) {
          return Optional.of("the connection broke (" + reason(e) + ")");
        }
        if (count < 0) {
          break;
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        listener.progress(name, channel.position(), total);
      }
    }
    if (size.isEmpty() && channel.position() >= MOST_BYTES) {
      throw new IOException(name + ": the server sends more than " + MOST_BYTES + " bytes");
    }
    return size.isPresent() && channel.position() < size.getAsLong()
        ? Optional.of("the connection broke after " + channel.position() + " bytes")
        : Optional.empty();
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
