package io.github.wats.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A range of a file with its own position, so that many streams can share one channel. */
final class ChannelStream extends InputStream {
  private final FileChannel channel;
  private final long end;
  private long position;

  ChannelStream(FileChannel channel, long start, long length) {
    this.channel = channel;
    this.position = start;
    this.end = start + length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int wanted = (int) Math.min(length, end - position);
    if (wanted == 0) {
      return -1;
    }
    int got = channel.read(ByteBuffer.wrap(target, offset, wanted), position);
    position += Math.max(0, got);
    return got;
  }
}
