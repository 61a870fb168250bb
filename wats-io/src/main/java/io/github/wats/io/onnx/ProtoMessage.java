package io.github.wats.io.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A message in the binary format of Protocol Buffers, field by field. */
final class ProtoMessage {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  ProtoMessage number(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  ProtoMessage bytes(int field, byte[] value) {
    varint(((long) field << 3) | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  ProtoMessage text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.toBytes());
  }

  /** Seven bits a byte, the lowest first; all but the last byte have the eighth bit set. */
  private void varint(long value) {
    long rest = value;
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      out.write((int) ((rest & 0x7F) | 0x80));
    }
    out.write((int) rest);
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
