package io.github.wats.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.ToDoubleFunction;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the exact test vectors in {@code golden/} of the test resources. */
public final class Golden {
  private Golden() {}

  /** The vectors in {@code golden/name}. */
  public static JsonNode read(String name) {
    try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name)) {
      return JsonMapper.builder().build().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static double[] doubles(JsonNode list) {
    ToDoubleFunction<JsonNode> value = JsonNode::doubleValue;
    return StreamSupport.stream(list.spliterator(), false).mapToDouble(value).toArray();
  }

  public static int[] ints(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).mapToInt(JsonNode::intValue).toArray();
  }

  public static double[][] matrix(JsonNode rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(Golden::doubles)
        .toArray(double[][]::new);
  }
}
