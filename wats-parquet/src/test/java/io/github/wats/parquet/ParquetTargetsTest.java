package io.github.wats.parquet;

import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.fuzz.Editor;
import io.github.wats.io.fuzz.FuzzTarget;
import io.github.wats.io.fuzz.FuzzTarget.Way;
import io.github.wats.io.fuzz.Scratch;
import io.github.wats.io.fuzz.Script;
import io.github.wats.io.fuzz.TargetLaws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/**
 * Tables with changed columns and values; DuckDB reads them, this module what DuckDB gives. Slow: a
 * database is opened for each.
 */
@Tag("slow")
class ParquetTargetsTest extends TargetLaws {
  private static final List<byte[]> TABLES =
      Stream.of(
              "{\"id\":\"a\",\"logits\":[1.5,2],\"label\":0,\"split\":\"val\"}\n"
                  + "{\"id\":\"b\",\"logits\":[0.5,4],\"label\":1,\"split\":\"test\"}\n",
              "{\"id\":1,\"c0\":1.5,\"c1\":2,\"y\":\"cat\"}\n{\"id\":0,\"c0\":2.5,\"c1\":3,\"y\":null}\n",
              "{\"source\":0,\"target\":1}\n{\"source\":1,\"target\":2}\n",
              "{\"src\":\"a\",\"dst\":\"b\",\"weight\":1}\n{\"src\":\"b\",\"dst\":\"c\",\"weight\":2}\n",
              "{\"node\":\"a\",\"probability\":[0.25,0.75]}\n{\"node\":\"b\",\"probability\":[1,0]}\n")
          .map(text -> text.getBytes(StandardCharsets.UTF_8))
          .toList();

  private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|[0-9.]+|null|true");
  private static final String[] NAMES = {
    "\"id\"",
    "\"logits\"",
    "\"label\"",
    "\"source\"",
    "\"dst\"",
    "\"\"",
    "\"x\\\"y\"",
    "\"node_id\""
  };
  private static final String[] VALUES = {
    "null",
    "-1",
    "1e300",
    "1e999",
    "2.5",
    "\"a\"",
    "\"\"",
    "true",
    "[]",
    "[1]",
    "[null, 2]",
    "{\"a\":1}",
    "99999999999999999999",
    "4294967296",
    "\"\\u0000\""
  };

  @Override
  protected List<FuzzTarget> targets() {
    List<Way> ways = new ArrayList<>();
    for (NodeField part :
        List.of(NodeField.LOGITS, NodeField.LABELS, NodeField.GRAPH, NodeField.PROBABILITIES)) {
      ways.add(FuzzTarget.unless("cannot be read", document -> read(document, part)));
    }
    return List.of(
        FuzzTarget.of(
            "parquet-columns",
            () -> TABLES,
            ParquetTargetsTest::changed,
            ways.toArray(Way[]::new)));
  }

  /** Exchanges one value or one name of the lines, which mostly stay JSON. */
  private static byte[] changed(byte[] document, Script script) {
    String text = new String(document, StandardCharsets.UTF_8);
    List<MatchResult> tokens = TOKEN.matcher(text).results().toList();
    if (tokens.isEmpty() || script.next(8) == 0) {
      return Editor.bytes(document, script);
    }
    MatchResult token = tokens.get(script.next(tokens.size()));
    boolean name = text.startsWith(":", token.end());
    String word = script.pick(name ? NAMES : VALUES);
    return (text.substring(0, token.start()) + word + text.substring(token.end()))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void read(byte[] document, NodeField part) throws IOException {
    Path file = Scratch.file("a.jsonl", document);
    NodeReader.read(List.of(Source.of(file, part)), EnumSet.allOf(NodeField.class));
  }
}
