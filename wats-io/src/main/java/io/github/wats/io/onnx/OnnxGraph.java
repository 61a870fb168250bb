package io.github.wats.io.onnx;

import io.github.wats.calibration.CalibratorState.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A graph of the ONNX format (onnx.proto3) from lines such as {@code p = Softmax(Div(logits, 2),
 * axis=1)}. An argument is an operation, a value of this name, a number, whole numbers such as
 * {@code @0:-1}, or else an array of the calibrator. All numbers are doubles.
 */
final class OnnxGraph {
  private static final int FLOAT = 1;
  private static final int INT64 = 7;
  private static final int DOUBLE = 11;
  private static final long IR_VERSION = 8;
  private static final long OPERATOR_SET = 17;

  private final ProtoMessage graph = new ProtoMessage().text(2, "calibrator");
  private final Map<String, String> names = new HashMap<>(); // in lines → in the graph
  private final Function<String, Array> arrays;
  private int count;
  private String rest = ""; // of the line that is read

  /** Takes arrays of the calibrator by name. */
  OnnxGraph(Function<String, Array> arrays) {
    this.arrays = arrays;
  }

  /** A float input (N × width), which lines use as doubles. */
  void input(String name, int width) {
    graph.message(11, valueInfo(name, width, FLOAT));
    names.put(name, operation("Cast", List.of(name), Map.of("to", (long) DOUBLE)));
  }

  /** Makes a value a float output (N × width), or (N) where the width is 0. */
  void output(String name, String value, int width) {
    String cast = operation("Cast", List.of(read(value)), Map.of("to", (long) FLOAT));
    output(name, cast, width, FLOAT);
  }

  /** Makes a value of whole numbers an output (N). */
  void output(String name, String value) {
    output(name, read(value), 0, INT64);
  }

  private void output(String name, String result, int width, int type) {
    graph.message(1, new ProtoMessage().text(1, result).text(2, name).text(4, "Identity"));
    graph.message(12, valueInfo(name, width, type));
  }

  private static ProtoMessage valueInfo(String name, int width, int type) {
    ProtoMessage shape = new ProtoMessage().message(1, new ProtoMessage().text(2, "nodes"));
    if (width > 0) {
      shape.message(1, new ProtoMessage().number(1, width));
    }
    ProtoMessage tensor = new ProtoMessage().number(1, type).message(2, shape);
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensor));
  }

  /** Adds the operations of lines {@code name = expression}; a name may be used again. */
  void add(String lines) {
    for (String line : lines.lines().toList()) {
      String[] sides = line.split(" = ", 2);
      if (!line.startsWith("#")) {
        names.put(sides[0], read(sides[1]));
      }
    }
  }

  boolean has(String name) {
    return names.containsKey(name);
  }

  private String read(String expression) {
    rest = expression.replace(" ", "");
    return read();
  }

  /** The value of the expression that the rest of the line begins with. */
  private String read() {
    String word = rest.split("[(),]", 2)[0];
    rest = rest.substring(word.length());
    return rest.startsWith("(") ? operation(word) : names.computeIfAbsent(word, this::constant);
  }

  private String operation(String type) {
    List<String> inputs = new ArrayList<>();
    Map<String, Long> attributes = new HashMap<>();
    while (!rest.startsWith(")")) {
      rest = rest.substring(1);
      String[] setting = rest.split("[(),]", 2)[0].split("=", -1);
      if (setting.length == 2) {
        attributes.put(setting[0], Long.valueOf(setting[1]));
        rest = rest.substring(setting[0].length() + 1 + setting[1].length());
      } else {
        inputs.add(read());
      }
    }
    rest = rest.substring(1);
    return operation(type, inputs, attributes);
  }

  private String operation(String type, List<String> inputs, Map<String, Long> attributes) {
    ProtoMessage node = new ProtoMessage();
    inputs.forEach(input -> node.text(1, input));
    String result = "v" + count++;
    node.text(2, result).text(4, type);
    attributes.forEach(
        (name, value) -> {
          boolean list = name.equals("axes");
          ProtoMessage attribute = new ProtoMessage().text(1, name).number(list ? 8 : 3, value);
          node.message(5, attribute.number(20, list ? 7 : 2));
        });
    graph.message(1, node);
    return result;
  }

  private String constant(String word) {
    boolean number = word.matches("@?-?[0-9].*");
    return number && word.startsWith("@")
        ? integers(word.substring(1).split(":", -1))
        : doubles(word, number);
  }

  private String integers(String... numbers) {
    ByteBuffer raw = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (String number : numbers) {
      raw.putLong(Long.parseLong(number));
    }
    return initializer(new ProtoMessage().number(1, numbers.length), INT64, raw.array());
  }

  private String doubles(String word, boolean number) {
    Array array = number ? Array.of(Double.parseDouble(word)) : arrays.apply(word);
    double[] values = array.doubles();
    ByteBuffer raw = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    raw.asDoubleBuffer().put(values);
    ProtoMessage shape = new ProtoMessage().number(1, array.rows()).number(1, array.columns());
    return initializer(shape, DOUBLE, raw.array());
  }

  private String initializer(ProtoMessage shape, int type, byte[] raw) {
    String name = "c" + count++;
    graph.message(5, shape.number(2, type).text(8, name).bytes(9, raw));
    return name;
  }

  /** The whole model. */
  byte[] toModel(String version) {
    return new ProtoMessage()
        .number(1, IR_VERSION)
        .text(2, "wats")
        .text(3, version)
        .message(7, graph)
        .message(8, new ProtoMessage().text(1, "").number(2, OPERATOR_SET))
        .toBytes();
  }
}
