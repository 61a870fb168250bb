package io.github.wats.io.format;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Origin;
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

/**
 * Rows of fields in a text file (UTF-8). Lines that begin with # and blank lines are skipped;
 * fields may be quoted; spaces around a field are ignored. The separator is the first of these that
 * occurs in the first row: in {@code .csv} comma, semicolon, tab; in {@code .tsv} tab; in any other
 * file tab, comma, semicolon, spaces.
 */
record TextTable(Path file, Origin origin, char separator) {
  private static final int BYTE_ORDER_MARK = 0xFEFF;
  private static final char COMMENT = '#';

  /**
   * One row.
   *
   * @param line where it begins, counted from 1
   */
  record Row(long line, List<String> fields) {
    int size() {
      return fields.size();
    }

    String get(int column) {
      return fields.get(column);
    }

    String last() {
      return fields.get(size() - 1);
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
    Origin origin = Origin.of(file);
    return new TextTable(file, origin, separator(file, origin));
  }

  private static char separator(Path file, Origin origin) throws IOException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    String candidates = name.endsWith(".csv") ? ",;\t" : name.endsWith(".tsv") ? "\t" : "\t,; ";
    String first = firstRow(file, origin);
    return (char)
        candidates
            .chars()
            .filter(candidate -> first.indexOf(candidate) >= 0)
            .findFirst()
            .orElse(candidates.charAt(0));
  }

  private static String firstRow(Path file, Origin origin) throws IOException {
    try (BufferedReader reader = reader(file)) {
      String line = reader.readLine();
      while (line != null && (line.isBlank() || line.charAt(0) == COMMENT)) {
        line = reader.readLine();
      }
      return line == null ? "" : line;
    } catch (CharacterCodingException e) {
      throw origin.invalid("must be UTF-8 text");
    }
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
    try (CsvReader<CsvRecord> reader =
            CsvReader.builder()
                .fieldSeparator(separator)
                .commentStrategy(CommentStrategy.SKIP)
                .commentCharacter(COMMENT)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(reader(file));
        CloseableIterator<CsvRecord> records = reader.iterator()) {
      boolean more = true;
      while (more && records.hasNext()) {
        CsvRecord record = records.next();
        line = record.getStartingLineNumber();
        List<String> fields = fields(record);
        boolean blank = fields.isEmpty() || (fields.size() == 1 && fields.get(0).isEmpty());
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
      return origin.invalid("must be UTF-8 text, got other bytes after line %d", line);
    }
    if (e instanceof UncheckedIOException unchecked) {
      throw unchecked.getCause();
    }
    return origin.invalid("cannot be read after line %d: %s", line, cause.getMessage());
  }

  private List<String> fields(CsvRecord record) {
    List<String> fields = new ArrayList<>(record.getFieldCount());
    for (int k = 0; k < record.getFieldCount(); k++) {
      String field = record.getField(k).strip();
      if (separator != ' ' || !field.isEmpty()) {
        fields.add(field);
      }
    }
    return fields;
  }
}
