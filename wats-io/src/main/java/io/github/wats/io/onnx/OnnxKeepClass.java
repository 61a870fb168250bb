package io.github.wats.io.onnx;

import java.util.Map;

/**
 * The mode keep-class of the ridge: where the model prefers another class, the predicted one keeps
 * the model's probability t for it, at least 1/C, and what others have above t is spread over those
 * below, in the same passes and with the same constants as the calibrator.
 */
record OnnxKeepClass(OnnxGraph graph, int classes) {
  private static final double LEAST_ABOVE_EVEN = 1e-9;
  private static final double LEAD = 1e-10;
  private static final double ROOM = 1e-9;
  private static final double EVEN_SHARE = 1e-12;
  private static final long MOST_PASSES = 50;

  /** Rows of {@code q} (N × C) whose largest entry is that of {@code logits}. */
  String of(String q, String logits) {
    String predicted = graph.argMax(logits);
    String own = graph.oneHot(predicted, classes);
    String kept = graph.op("Equal", graph.argMax(q), predicted);
    String mass = graph.rowSum(graph.multiply(q, graph.toDouble(own)));
    String top = graph.op("Max", mass, graph.constant(1.0 / classes + LEAST_ABOVE_EVEN));
    String others = graph.op("Where", own, graph.constant(0), q);
    // 0 only where the predicted class has all the mass: such a row is kept as it is.
    String sum = graph.op("Max", graph.rowSum(others), graph.constant(Double.MIN_NORMAL));
    String rest = graph.subtract(graph.constant(1), top);
    String start = graph.multiply(others, graph.divide(rest, sum));
    String spread =
        graph.op(
            "Loop",
            Map.of("body", pass(top, own)),
            graph.op("Squeeze", graph.integers(MOST_PASSES)),
            graph.op(
                "Cast",
                Map.of("to", (long) OnnxGraph.BOOL),
                graph.op("Squeeze", graph.integers(1))),
            start);
    String least = graph.op("Min", spread, graph.subtract(top, graph.constant(LEAD)));
    String row = graph.op("Where", own, top, least);
    return graph.op("Where", kept, q, graph.divide(row, graph.rowSum(row)));
  }

  /** One pass: cuts what is above the top and spreads it over the classes with room. */
  private OnnxGraph pass(String top, String own) {
    OnnxGraph body = new OnnxGraph("pass");
    body.input("pass.number", OnnxGraph.INT64);
    body.input("pass.more", OnnxGraph.BOOL);
    String values = body.input("pass.values", OnnxGraph.DOUBLE, "nodes", classes);
    String above = body.op("Greater", values, top);
    String zero = body.constant(0);
    String excess =
        body.rowSum(body.op("Where", above, body.subtract(values, top), zero)); // (N × 1)
    String cut = body.op("Where", above, body.subtract(top, body.constant(LEAD)), values);
    String room =
        body.op(
            "And",
            body.op("Less", cut, body.subtract(top, body.constant(ROOM))),
            body.op("Not", own));
    String shares = body.op("Where", room, body.op("Add", cut, body.constant(EVEN_SHARE)), zero);
    String weight = body.op("Max", body.rowSum(shares), body.constant(Double.MIN_NORMAL));
    String spread = body.add(cut, body.multiply(body.divide(shares, weight), excess));
    String most = body.op("ReduceMax", Map.of("keepdims", 0L), excess);
    body.output("pass.again", body.op("Squeeze", body.op("Greater", most, zero)), OnnxGraph.BOOL);
    body.output("pass.spread", spread, OnnxGraph.DOUBLE, "nodes", classes);
    return body;
  }
}
