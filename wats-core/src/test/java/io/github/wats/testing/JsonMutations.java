package io.github.wats.testing;

import io.github.wats.internal.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ContainerNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes a JSON document in one place at a time: every field is left out, and becomes null, a
 * value of each other type, an empty, shorter or longer list, and numbers at and beyond every
 * limit. Of lists the first, second and last elements are changed too.
 */
public final class JsonMutations {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final List<JsonNode> VALUES =
      MAPPER
          .readTree(
              """
              [null, true, "", "x", "..", "auto", 0, 1, -1, 7, 1.5, -1e300, 1e300, 1e400, 2147483647,
              2147483648, -2147483648, 9223372036854775807, [], {}, [null], [[1]], ["x"], {"a": null},
              {"a": {"b": 1}}, "NaN", "Infinity", "2147483647", "\\ud800", "/etc/passwd"]
              """)
          .valueStream()
          .toList();

  private JsonMutations() {}

  /**
   * Calls {@code use} with changed documents: with all of them, or with about {@code most} that are
   * spread over the document. Returns how many.
   */
  public static int forEach(ObjectNode document, int most, Consumer<Mutation> use) {
    ObjectNode own = document.deepCopy();
    int all = inside(own, own, "", mutation -> {});
    int[] used = new int[2]; // seen, used
    inside(
        own,
        own,
        "",
        mutation -> {
          if (Seeds.bits(most, used[0]++) % Math.max(1, all / most) == 0) {
            used[1]++;
            use.accept(mutation);
          }
        });
    return used[1];
  }

  /** A changed document; to be used before the next is made. */
  public record Mutation(String change, ObjectNode document) {}

  private static int inside(
      ObjectNode root, ContainerNode<?> parent, String path, Consumer<Mutation> use) {
    int count = 0;
    if (parent instanceof ObjectNode object) {
      for (String name : List.copyOf(object.propertyNames())) {
        JsonNode old = object.get(name);
        String place = path + "/" + name;
        for (JsonNode value : replacements(old)) {
          object.set(name, value);
          use.accept(new Mutation(place + " = " + shown(value), root));
          count++;
        }
        object.remove(name);
        use.accept(new Mutation(place + " left out", root));
        object.set(name, old);
        count += 1 + deeper(root, old, place, use);
      }
    } else if (parent instanceof ArrayNode array) {
      for (int k : array.size() > 2 ? new int[] {0, 1, array.size() - 1} : new int[] {0}) {
        if (k < array.size()) {
          JsonNode old = array.get(k);
          for (JsonNode value : replacements(old)) {
            array.set(k, value);
            use.accept(new Mutation(path + "/" + k + " = " + shown(value), root));
            count++;
          }
          array.set(k, old);
          count += deeper(root, old, path + "/" + k, use);
        }
      }
    }
    return count;
  }

  private static int deeper(ObjectNode root, JsonNode child, String path, Consumer<Mutation> use) {
    return child instanceof ContainerNode<?> container ? inside(root, container, path, use) : 0;
  }

  private static List<JsonNode> replacements(JsonNode old) {
    List<JsonNode> all = new ArrayList<>(VALUES);
    all.add(MAPPER.valueToTree(BigInteger.TEN.pow(400)));
    if (old instanceof ArrayNode list && !list.isEmpty()) {
      ArrayNode shorter = list.deepCopy();
      shorter.remove(list.size() - 1);
      all.add(shorter);
      ArrayNode longer = list.deepCopy();
      longer.add(list.get(0));
      all.add(longer);
    } else if (old.isIntegralNumber()) {
      all.add(MAPPER.valueToTree(old.longValue() + 1));
      all.add(MAPPER.valueToTree(-old.longValue()));
    }
    return all;
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
