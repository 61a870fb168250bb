package io.github.wats.io.format;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.FieldModifier;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows of fields in a text file (UTF-8). Lines that begin with # before the first row and blank
 * lines are skipped; fields may be quoted; spaces around a field are ignored, but not those in the
 * quotes of an id. The separator is the first of these that occurs in the first row outside quotes:
 * in {@code .csv} comma, semicolon, tab; in {@code .tsv} tab; in any other file tab, comma,
 * semicolon, spaces.
 *
 * @param skipped the lines before the first row
 */
record TextTable(Path file, Location location, char separator, int skipped) {
  private static final int BYTE_ORDER_MARK = 0xFEFF;
  private static final char COMMENT = '#';

  /** Such as {@code "a, b"} in the place of a field. */
  private static final Pattern QUOTED = Pattern.compile("(?<=^|[\",;\t ])\"[^\"]*+(\"|$)");

  /** Spaces belong to a field only in quotes. */
  private static final FieldModifier SPACES =
      new FieldModifier() {
        @Override
        public String modify(long line, int column, boolean quoted, String field) {
          return quoted ? field : field.strip();
        }
      };

  /**
   * One row.
   *
   * @param line where it begins, counted from 1
   * @param fields with the outer spaces that they have in quotes
   */
  record Row(long line, List<String> fields) {
    int size() {
      return fields.size();
    }

    String get(int column) {
      return fields.get(column).strip();
    }

    /** All fields as names of columns. */
    List<String> names() {
      return fields.stream().map(String::strip).toList();
    }

    String last() {
      return get(size() - 1);
    }

    /** The first column whose field is one of {@code words} in any case, or −1. */
    int find(Set<String> words) {
      for (int k = 0; k < size(); k++) {
        if (words.contains(get(k).toLowerCase(Locale.ROOT))) {
          return k;
        }
      }
      return -1;
    }
  }

  static TextTable open(Path file) throws IOException {
    Location location = Location.of(file);
    String name = file.toString().toLowerCase(Locale.ROOT);
    String candidates = name.endsWith(".csv") ? ",;\t" : name.endsWith(".tsv") ? "\t" : "\t,; ";
    try (BufferedReader reader = reader(file)) {
      int skipped = 0;
      String comment = "";
      String line = reader.readLine();
      while (line != null && (line.isBlank() || line.charAt(0) == COMMENT)) {
        comment = line.isBlank() ? comment : line;
        skipped++;
        line = reader.readLine();
      }
      String row = withoutQuotes(line == null ? comment : line);
      IntStream present = candidates.chars().filter(candidate -> row.indexOf(candidate) >= 0);
      char separator = (char) present.findFirst().orElse(candidates.charAt(0));
      boolean isRow =
          comment.matches("#\\S.*")
              && shape(withoutQuotes(comment), separator).equals(shape(row, separator));
      String rule = "may be a comment or a row: write a space after #, or quotes, got '%s'";
      location.line(skipped).check(!isRow, rule, comment);
      return new TextTable(file, location, separator, skipped);
    } catch (CharacterCodingException e) {
      throw location.invalid("must be UTF-8 text");
    }
  }

  /** Quoted text has no separators any more. */
  private static String withoutQuotes(String line) {
    return QUOTED
        .matcher(line)
        .replaceAll(quoted -> Matcher.quoteReplacement(quoted.group().replaceAll("[\",;\t ]", "")));
  }

  /** The number of fields and the kind of the last; all lines of one field differ. */
  private static String shape(String row, char separator) {
    String[] fields = row.split(String.valueOf(separator), -1);
    boolean number = NumberTable.isNumber(fields[fields.length - 1].strip());
    return fields.length == 1 ? row : fields.length + (number ? " numbers" : " words");
  }

  /** Strict: replacing invalid bytes could make different names equal. */
  private static BufferedReader reader(Path file) throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Files.newInputStream(file),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return reader;
  }

  /** The first rows, at most {@code count}. */
  List<Row> first(int count) throws IOException {
    List<Row> rows = new ArrayList<>();
    forEach(
        row -> {
          rows.add(row);
          return rows.size() < count;
        });
    return rows;
  }

  /** Gives row after row to {@code consumer} until it returns false. */
  void forEach(Predicate<Row> consumer) throws IOException {
    long line = 0;
    try (BufferedReader text = reader(file)) {
      while (line < skipped) {
        text.readLine();
        line++;
      }
      CloseableIterator<CsvRecord> records =
          CsvReader.builder()
              .fieldSeparator(separator)
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .allowUnclosedQuote(false)
              .build(CsvRecordHandler.of(handler -> handler.fieldModifier(SPACES)), text)
              .iterator();
      boolean more = true;
      while (more && records.hasNext()) {
        CsvRecord record = records.next();
        line = skipped + record.getStartingLineNumber();
        List<String> fields = record.getFields();
        if (separator == ' ') {
          fields = fields.stream().filter(field -> !field.isEmpty()).toList();
        }
        boolean blank = fields.isEmpty() || (fields.size() == 1 && fields.get(0).isBlank());
        more = blank || consumer.test(new Row(line, fields));
      }
    } catch (CsvParseException | UncheckedIOException | CharacterCodingException e) {
      throw readError(e, line);
    }
  }

  /** For an error in quotes or a field that is too long, the message of the CSV library. */
  private InvalidDataException readError(Exception e, long line) throws IOException {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (cause instanceof CharacterCodingException) {
      return location.invalid("must be UTF-8 text, got other bytes after line %d", line);
    }
    if (e instanceof UncheckedIOException unchecked) {
      throw unchecked.getCause();
    }
    return location.invalid("cannot be read after line %d: %s", line, cause.getMessage());
  }
}
