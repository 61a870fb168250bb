package io.github.wats.io.npy;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/** The element types of tensors, as PyTorch and safetensors name them. */
enum TensorType {
  FLOAT64("Double", "F64", NpyType.Kind.FLOAT, 8),
  FLOAT32("Float", "F32", NpyType.Kind.FLOAT, 4),
  FLOAT16("Half", "F16", NpyType.Kind.FLOAT, 2),
  BFLOAT16("BFloat16", "BF16", NpyType.Kind.BFLOAT16, 2),
  INT64("Long", "I64", NpyType.Kind.SIGNED, 8),
  INT32("Int", "I32", NpyType.Kind.SIGNED, 4),
  INT16("Short", "I16", NpyType.Kind.SIGNED, 2),
  INT8("Char", "I8", NpyType.Kind.SIGNED, 1),
  UINT64("", "U64", NpyType.Kind.UNSIGNED, 8),
  UINT32("", "U32", NpyType.Kind.UNSIGNED, 4),
  UINT16("", "U16", NpyType.Kind.UNSIGNED, 2),
  UINT8("Byte", "U8", NpyType.Kind.UNSIGNED, 1),
  BOOL("Bool", "BOOL", NpyType.Kind.BOOLEAN, 1);

  private final String storage; // the class in PyTorch, without "Storage"
  private final String code; // in safetensors
  private final NpyType.Kind kind;
  private final int size;

  TensorType(String storage, String code, NpyType.Kind kind, int size) {
    this.storage = storage;
    this.code = code;
    this.kind = kind;
    this.size = size;
  }

  /** The type of a storage such as {@code torch FloatStorage}. */
  static Optional<TensorType> ofStorage(String name) {
    return Arrays.stream(values())
        .filter(type -> !type.storage.isEmpty())
        .filter(type -> name.equals("torch " + type.storage + "Storage"))
        .findFirst();
  }

  /** The type that safetensors names so. */
  static Optional<TensorType> ofCode(String code) {
    return Arrays.stream(values()).filter(type -> type.code.equals(code)).findFirst();
  }

  /** The bytes of one element in a file. */
  int size() {
    return size;
  }

  /** The type of elements in this order of bytes. */
  NpyType element(ByteOrder order) {
    return new NpyType(kind, size, order);
  }
}
