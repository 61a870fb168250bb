package io.github.wats.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;

/** Pairs of a block and bytes for the shuffle: the number, the length, the bytes. */
final class Packets extends Serializer implements Serializable {
  private static final long serialVersionUID = 1L;

  @Override
  public SerializerInstance newInstance() {
    return new Instance();
  }

  /** Records may be reordered as bytes, so Spark sorts them without reading them. */
  @Override
  public boolean supportsRelocationOfSerializedObjects() {
    return true;
  }

  private static final class Instance extends SerializerInstance {
    @Override
    public SerializationStream serializeStream(OutputStream target) {
      return new Writer(new DataOutputStream(target));
    }

    @Override
    public DeserializationStream deserializeStream(InputStream source) {
      return new Reader(new DataInputStream(source));
    }

    @Override
    public <T> ByteBuffer serialize(T value, ClassTag<T> type) {
      throw new UnsupportedOperationException("shuffles read and write streams");
    }

    @Override
    public <T> T deserialize(ByteBuffer bytes, ClassTag<T> type) {
      throw new UnsupportedOperationException("shuffles read and write streams");
    }

    @Override
    public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> type) {
      throw new UnsupportedOperationException("shuffles read and write streams");
    }
  }

  private static final class Writer extends SerializationStream {
    private final DataOutputStream target;

    Writer(DataOutputStream target) {
      this.target = target;
    }

    @Override
    public <T> SerializationStream writeObject(T value, ClassTag<T> type) {
      run(
          () -> {
            if (value instanceof byte[] bytes) {
              target.writeInt(bytes.length);
              target.write(bytes);
            } else {
              target.writeInt((Integer) value);
            }
          });
      return this;
    }

    @Override
    public void flush() {
      run(target::flush);
    }

    @Override
    public void close() {
      run(target::close);
    }
  }

  private static final class Reader extends DeserializationStream {
    private final DataInputStream source;
    private boolean isValue; // keys and values take turns

    Reader(DataInputStream source) {
      this.source = source;
    }

    @Override
    @SuppressWarnings("unchecked") // Spark asks for what it wrote
    public <T> T readObject(ClassTag<T> type) {
      Object[] read = new Object[1];
      run(
          () -> {
            int number = source.readInt();
            read[0] = isValue ? bytes(number) : (Integer) number;
          });
      isValue = !isValue;
      return (T) read[0];
    }

    private byte[] bytes(int length) throws IOException {
      byte[] bytes = new byte[length];
      source.readFully(bytes);
      return bytes;
    }

    @Override
    public void close() {
      run(source::close);
    }
  }

  /** What may fail. */
  private interface Transfer {
    void run() throws IOException;
  }

  /** Scala declares no exceptions, and Spark waits for the EOFException at the end of a stream. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> void run(Transfer transfer) throws E {
    try {
      transfer.run();
    } catch (IOException e) {
      throw (E) e;
    }
  }
}
