package io.github.wats.cli.fault;

import io.github.wats.cli.fault.Faults.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A channel whose operations may fail. */
final class FaultyChannel extends FileChannel {
  private final FileChannel real;
  private final Path file;

  FaultyChannel(FileChannel real, Path file) {
    this.real = real;
    this.file = file;
  }

  @Override
  public int read(ByteBuffer bytes) throws IOException {
    Faults.before(Kind.READ, file);
    return real.read(bytes);
  }

  @Override
  public long read(ByteBuffer[] bytes, int start, int length) throws IOException {
    Faults.before(Kind.READ, file);
    return real.read(bytes, start, length);
  }

  @Override
  public int read(ByteBuffer bytes, long position) throws IOException {
    Faults.before(Kind.READ, file);
    return real.read(bytes, position);
  }

  @Override
  public MappedByteBuffer map(MapMode mapMode, long position, long size) throws IOException {
    Faults.before(Kind.READ, file);
    return real.map(mapMode, position, size);
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    long size = real.size();
    int out = Faults.beforeWrite(file, length);
    Faults.unsynced(file, Math.min(size, real.position()));
    if (out == length) {
      return real.write(bytes);
    }
    real.write(bytes.slice(bytes.position(), out));
    throw Faults.writeFailure();
  }

  @Override
  public long write(ByteBuffer[] bytes, int start, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer bytes, long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel from, long position, long length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long position, long length, WritableByteChannel to) throws IOException {
    Faults.before(Kind.READ, file);
    return real.transferTo(position, length, to);
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    Faults.before(Kind.CHANGE, file);
    real.truncate(size);
    return this;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    Faults.before(Kind.CHANGE, file);
    Faults.synced(file); // only remembered: the campaign need not wait for the disk
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    Faults.before(Kind.READ, file);
    return real.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    Faults.before(Kind.READ, file);
    return real.tryLock(position, size, shared);
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    real.position(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
  }
}
