package io.github.wats.io.json;

import com.fasterxml.jackson.annotation.Nulls;
import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads the JSON of stored files into records. A record says what a file must hold: every component
 * is required, nothing is null, and no value is converted to another type. Fields that a record
 * does not have are ignored. The constructor of a record checks ranges.
 */
public final class TypedJson {
  /**
   * Fields are written in the order in which they are declared; whole numbers are longs. Numbers
   * have the same digits on every JDK: {@link Double#toString} has more than needed before JDK 19.
   */
  public static final JsonMapper MAPPER = mapper();

  private static final int SHOWN_CHARACTERS = 60;

  private TypedJson() {}

  private static JsonMapper mapper() {
    return JsonMapper.builder()
        .disable(
            MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
        .enable(
            DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.USE_LONG_FOR_INTS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .withCoercionConfig(
            LogicalType.Textual,
            texts ->
                texts
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
        .build();
  }

  /** The content of a JSON file beside {@code owner} in its jar, which needs no checks. */
  public static <T> T resource(Class<?> owner, String name, TypeReference<T> type) {
    InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name);
    return JsonMapper.shared().readValue(in, type);
  }

  /**
   * {@code node} as a record.
   *
   * @throws IllegalArgumentException naming the field, the rule and the value
   */
  public static <T> T bind(JsonNode node, Class<T> type) {
    boolean empty = node.isNull() || node.isMissingNode();
    Check.argument(!empty, "it must be %s, got %s", rule(type), node.isNull() ? "null" : "nothing");
    try {
      return MAPPER.treeToValue(node, type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(reason(node, e), e);
    }
  }

  private static String reason(JsonNode root, JacksonException e) {
    StringBuilder field = new StringBuilder();
    JsonNode value = root;
    for (JacksonException.Reference step : e.getPath()) {
      String name = step.getPropertyName();
      field.append(
          name == null ? "[" + step.getIndex() + "]" : (field.isEmpty() ? "" : ".") + name);
      value = name == null ? value.path(step.getIndex()) : value.path(name);
    }
    String place = field.isEmpty() ? "it" : "field '" + field + "'";
    if (value instanceof MissingNode) {
      return place + " is missing";
    }
    if (e.getCause() instanceof IllegalArgumentException refused) {
      return place + ": " + refused.getMessage();
    }
    String shown = value.toString();
    if (shown.length() > SHOWN_CHARACTERS) {
      shown = shown.substring(0, SHOWN_CHARACTERS) + "…";
    }
    Class<?> wanted =
        e instanceof MismatchedInputException wrong
            ? wrong.getTargetType()
            : e instanceof InputCoercionException wide ? wide.getTargetType() : null;
    String rule = wanted == null ? "an object" : rule(wanted);
    return "%s must be %s, got %s".formatted(place, rule, shown);
  }

  /** The JSON of a file; refuses it as not being {@code content} by line or exceeded limit. */
  public static JsonNode tree(Path file, String content) throws IOException {
    try {
      return MAPPER.readTree(Files.readAllBytes(file));
    } catch (JacksonException e) {
      boolean tooLong = e.getLocation() == null || e instanceof StreamConstraintsException;
      String reason = e.getOriginalMessage();
      String rule =
          reason.startsWith("Duplicate") ? " has a field twice: " + reason : " is not JSON";
      String problem = tooLong ? message(e) : "line " + e.getLocation().getLineNr() + rule;
      throw Location.of(file).invalid(e, "is not %s, or not a complete one: %s", content, problem);
    }
  }

  /** Jackson's message without the names of its settings. */
  public static String message(JacksonException e) {
    return e.getOriginalMessage().replaceAll(",? \\(?from `[^`]*`\\)?", "");
  }

  private static String rule(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "Integer" -> "a whole number of at most 32 bits";
      case "long", "Long" -> "a whole number of at most 64 bits";
      case "double", "Double" -> "a number";
      case "boolean", "Boolean" -> "true or false";
      case "String" -> "a text";
      case "List", "ArrayList" -> "a list";
      default -> type.isEnum() ? "one of " + List.of(type.getEnumConstants()) : "an object";
    };
  }

  /**
   * The text of a file.
   *
   * @throws InvalidDataException if it has more bytes than {@code mostBytes} or is not UTF-8
   */
  public static String text(Path file, long mostBytes) throws IOException {
    Location location = Location.of(file);
    long size = Files.size(file);
    location.check(size <= mostBytes, "must have at most %d bytes, got %d", mostBytes, size);
    try {
      byte[] bytes = Files.readAllBytes(file);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw location.invalid("must be UTF-8 text");
    }
  }
}
