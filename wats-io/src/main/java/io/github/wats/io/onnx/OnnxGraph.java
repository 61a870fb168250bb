package io.github.wats.io.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A graph of the ONNX format (onnx.proto3), built operation by operation. Every value has a name; a
 * method that adds an operation returns the name of its result. All numbers inside are doubles.
 */
final class OnnxGraph {
  /** Types of elements. */
  static final int FLOAT = 1;

  static final int INT64 = 7;
  static final int BOOL = 9;
  static final int DOUBLE = 11;

  /** Types of attributes. */
  private static final int INTEGER_ATTRIBUTE = 2;

  private static final int GRAPH_ATTRIBUTE = 5;
  private static final int INTEGERS_ATTRIBUTE = 7;

  private static final long IR_VERSION = 8;
  private static final long OPERATOR_SET = 17;

  private final ProtoMessage graph = new ProtoMessage();
  private final String prefix;
  private int count;

  /** Names of values begin with {@code prefix}; those of a graph inside another must differ. */
  OnnxGraph(String prefix) {
    this.prefix = prefix;
    graph.text(2, prefix);
  }

  /** An input; a dimension is a number or a name. */
  String input(String name, int type, Object... shape) {
    graph.message(11, valueInfo(name, type, shape));
    return name;
  }

  /** Makes a value an output of this name. */
  void output(String name, String value, int type, Object... shape) {
    add(name, "Cast", Map.of("to", (long) type), value);
    graph.message(12, valueInfo(name, type, shape));
  }

  private static ProtoMessage valueInfo(String name, int type, Object... shape) {
    ProtoMessage dimensions = new ProtoMessage();
    for (Object size : shape) {
      ProtoMessage dimension = new ProtoMessage();
      dimensions.message(
          1,
          size instanceof Integer number
              ? dimension.number(1, number)
              : dimension.text(2, size.toString()));
    }
    ProtoMessage tensor = new ProtoMessage().number(1, type).message(2, dimensions);
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensor));
  }

  /** One number. */
  String constant(double value) {
    return constant(new double[] {value});
  }

  /** Numbers, by default in one row. */
  String constant(double[] values, int... shape) {
    ByteBuffer raw = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asDoubleBuffer().put(values);
    return initializer(DOUBLE, raw.array(), shape.length == 0 ? new int[] {values.length} : shape);
  }

  /** Whole numbers, such as axes. */
  String integers(long... values) {
    ByteBuffer raw = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asLongBuffer().put(values);
    return initializer(INT64, raw.array(), values.length);
  }

  private String initializer(int type, byte[] raw, int... shape) {
    String name = newName();
    ProtoMessage tensor = new ProtoMessage();
    for (int size : shape) {
      tensor.number(1, size);
    }
    graph.message(5, tensor.number(2, type).text(8, name).bytes(9, raw));
    return name;
  }

  /** The result of an operation without attributes. */
  String op(String type, String... inputs) {
    return op(type, Map.of(), inputs);
  }

  /** The result of an operation; attributes are longs, one long in a list, or graphs. */
  String op(String type, Map<String, ?> attributes, String... inputs) {
    return add(newName(), type, attributes, inputs);
  }

  private String add(String result, String type, Map<String, ?> attributes, String... inputs) {
    ProtoMessage node = new ProtoMessage();
    for (String input : inputs) {
      node.text(1, input);
    }
    node.text(2, result).text(4, type);
    attributes.forEach(
        (name, value) -> {
          ProtoMessage attribute = new ProtoMessage().text(1, name);
          if (value instanceof OnnxGraph body) {
            attribute.message(6, body.graph).number(20, GRAPH_ATTRIBUTE);
          } else if (value instanceof List<?> list) {
            attribute.number(8, (Long) list.get(0)).number(20, INTEGERS_ATTRIBUTE);
          } else {
            attribute.number(3, (Long) value).number(20, INTEGER_ATTRIBUTE);
          }
          node.message(5, attribute);
        });
    graph.message(1, node);
    return result;
  }

  private String newName() {
    return prefix + "." + count++;
  }

  // The operations used most.

  String add(String a, String b) {
    return op("Add", a, b);
  }

  String subtract(String a, String b) {
    return op("Sub", a, b);
  }

  String multiply(String a, String b) {
    return op("Mul", a, b);
  }

  String divide(String a, String b) {
    return op("Div", a, b);
  }

  /** The sum of each row, as a column. */
  String rowSum(String a) {
    return op("ReduceSum", a, integers(1));
  }

  /** The largest entry of each row, as a column. */
  String rowMax(String a) {
    return op("ReduceMax", Map.of("axes", List.of(1L)), a);
  }

  String softmax(String a) {
    return op("Softmax", Map.of("axis", 1L), a);
  }

  /** The place of the largest entry of each row, the first of several, as a column. */
  String argMax(String a) {
    return op("ArgMax", Map.of("axis", 1L), a);
  }

  String toDouble(String a) {
    return op("Cast", Map.of("to", (long) DOUBLE), a);
  }

  /** 1 at the place of {@code column} (N × 1) in each row, as booleans (N × size). */
  String oneHot(String column, int size) {
    double[] range = new double[size];
    Arrays.setAll(range, c -> c);
    return op("Equal", toDouble(column), constant(range));
  }

  /** Columns {@code from} to {@code to − 1}. */
  String columns(String a, long from, long to) {
    return op("Slice", a, integers(from), integers(to), integers(1));
  }

  /** The whole model. */
  byte[] toModel(String producer, String version) {
    return new ProtoMessage()
        .number(1, IR_VERSION)
        .text(2, producer)
        .text(3, version)
        .message(7, graph)
        .message(8, new ProtoMessage().text(1, "").number(2, OPERATOR_SET))
        .toBytes();
  }
}
