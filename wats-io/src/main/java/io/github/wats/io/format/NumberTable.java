package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A matrix as text, a node a row, perhaps with ids and other columns.
 *
 * <p>The first row is a header if it begins with the name of an id column, has a word after its
 * first field, or numbers the columns from 0 above fractions. Under a header, ids are the column
 * with such a name, else a first column of texts, or of different whole numbers before fractions.
 * The other columns are the classes, except those that are named like labels, parts of a split or
 * results. {@link Columns} may say otherwise. Without a header, a first column of texts holds ids.
 * What could be read in two ways is refused.
 */
final class NumberTable implements ColumnTable {
  /** Columns of calibrated probabilities before those of the classes. */
  static final List<String> RESULT_WORDS =
      List.of(
          ProbabilityFile.PREDICTION,
          "confidence",
          ProbabilityFile.NETWORK_PREDICTION,
          ProbabilityFile.NETWORK_CONFIDENCE,
          "temperature",
          "accept",
          "set");

  /** Results that are fractions; labels, parts of a split and other results are not. */
  private static final List<String> SCORES =
      List.of("confidence", ProbabilityFile.NETWORK_CONFIDENCE, "temperature");

  /** In so many rows, the numbers of a class are not whole, or all different, by chance. */
  private static final int MANY_ROWS = 10;

  private static final String ID = "id";
  private static final Predicate<String> WHOLE = Pattern.compile("-?[0-9]+").asMatchPredicate();
  private static final String ADVICE = "name the columns of the classes with --class-columns";

  private final Location location;
  private final NodeField part;
  private final Columns columns;
  private final List<String> notes = new ArrayList<>();
  private final List<String> ids = new ArrayList<>(); // or what the first column has
  private final List<double[]> rows = new ArrayList<>(); // (rows × classColumns)
  private List<String> first = List.of(); // the first row
  private boolean hasHeader;
  private boolean beginsWithNumbers; // the first row has whole numbers after its first field
  private long wholes; // fields of classes after the first row and the first column
  private long fractions;
  private int idColumn = -1;
  private boolean mayBeIds; // the first column, for want of a name
  private int[] classColumns = {};
  private int[] leftOut = {}; // columns of labels, parts or results that are not SCORES
  private int firstClass; // 1 if the first of classColumns turns out to hold ids

  private NumberTable(Location location, NodeField part, Columns columns) {
    this.location = location;
    this.part = part;
    this.columns = columns;
  }

  /** Reads a part that is numbers. */
  static ColumnParts read(Path file, NodeField part, Columns columns) throws IOException {
    TextTable text = TextTable.open(file);
    NumberTable table = new NumberTable(text.location(), part, columns);
    text.forEach(table::accept);
    table.checkFirstRow();
    table.findIds();
    table.checkWholeNumbers();
    Optional<String> id = Optional.of(ID).filter(name -> table.idColumn >= 0);
    List<String> names = table.names();
    text.location().check(!names.isEmpty(), "must have a column for each class, got none");
    Columns own =
        new Columns(id, names, columns.classNames(), columns.binary(), columns.multiLabel());
    return new ColumnParts(table, Set.of(part), own);
  }

  private boolean accept(TextTable.Row row) {
    if (first.isEmpty()) {
      first = row.names();
      hasHeader = isHeader();
      chooseColumns();
      if (hasHeader) {
        return true;
      }
    }
    if (row.size() != first.size()) {
      throw location
          .line(row.line())
          .invalid("must have %d fields like the first row, got %d", first.size(), row.size());
    }
    double[] values = new double[classColumns.length];
    for (int j = 0; j < values.length; j++) {
      values[j] = value(row, classColumns[j]);
      if (classColumns[j] > 0) {
        boolean whole = WHOLE.test(row.get(classColumns[j]));
        wholes += whole && (hasHeader || !rows.isEmpty()) ? 1 : 0;
        fractions += whole ? 0 : 1;
      }
    }
    for (int k : leftOut) {
      checkLeftOut(row, k);
    }
    ids.add(row.fields().get(Math.max(0, idColumn)));
    rows.add(values);
    return true;
  }

  private boolean isHeader() {
    String front = first.get(0);
    List<String> rest = first.subList(Math.min(1, first.size() - 1), first.size());
    if (columns.areGiven() || Columns.isIdWord(front) || Columns.isRowNumber(front)) {
      return true;
    }
    if (first.stream().anyMatch(NumberTable::isFraction)) {
      return false;
    }
    if (Columns.isId(front) || rest.stream().anyMatch(text -> !text.isEmpty() && !isNumber(text))) {
      return true;
    }
    beginsWithNumbers = first.size() > 1 && rest.stream().allMatch(WHOLE);
    return isRun(isNumber(front) ? first : rest, "");
  }

  /** Whether the fields are 0, 1, …, or with the ending .0, as pandas numbers columns. */
  private static boolean isRun(List<String> fields, String ending) {
    IntStream numbers = IntStream.range(0, fields.size());
    return fields.size() > 1 && numbers.allMatch(k -> fields.get(k).equals(k + ending));
  }

  private void chooseColumns() {
    int own = 1; // in a table that WATS wrote, the first class
    for (String word : RESULT_WORDS) {
      own += own < first.size() && first.get(own).equals(word) ? 1 : 0;
    }
    int results = own > 2 && first.get(0).equals("id") ? own : 0;
    idColumn = hasHeader ? columns.idColumn(location, first) : -1;
    IntPredicate isOther = k -> results > 0 ? k < results : Columns.isOther(first.get(k), k);
    IntPredicate isLeftOut = k -> hasHeader && k != idColumn && isOther.test(k);
    List<String> chosen = columns.classes();
    IntStream all = IntStream.range(0, first.size()).filter(k -> k != idColumn);
    classColumns =
        chosen.isEmpty()
            ? all.filter(isLeftOut.negate()).toArray()
            : chosen.stream().mapToInt(name -> Columns.only(location, first, name)).toArray();
    mayBeIds =
        idColumn < 0 && first.size() > 1 && !isLeftOut.test(0) && !chosen.contains(first.get(0));
    List<String> others =
        IntStream.range(0, first.size())
            .filter(k -> isLeftOut.test(k) && (k >= results || part == NodeField.LOGITS))
            .mapToObj(first::get)
            .filter(name -> !name.isEmpty())
            .toList();
    IntPredicate isScore = k -> SCORES.contains(first.get(k).toLowerCase(Locale.ROOT));
    IntStream left = IntStream.range(0, chosen.isEmpty() ? first.size() : 0).filter(isLeftOut);
    leftOut = left.filter(isScore.negate()).toArray();
    if (chosen.isEmpty() && !others.isEmpty()) {
      String rule = "must have columns of two classes or more besides %s: %s";
      boolean one = columns.binary() || columns.multiLabel() || part == NodeField.PROBABILITIES;
      int least = one ? 1 : 2;
      location.check(classColumns.length >= least, rule, others, ADVICE);
      note("left out " + others + "; --id-column and --class-columns choose columns");
    }
  }

  /** Refuses fractions that are not names of classes: the column may be a class. */
  private void checkLeftOut(TextTable.Row row, int column) {
    String text = row.get(column);
    double number = number(text).orElse(0.0);
    if (Math.abs(number - Math.rint(number)) > 0 && !first.contains(text)) {
      String rule = "has a fraction in column '%s', which may be a class, got '%s': %s";
      throw location.line(row.line()).invalid(rule, first.get(column), text, ADVICE);
    }
  }

  private double value(TextTable.Row row, int column) {
    Optional<Double> number = number(row.get(column));
    if (number.isPresent() || (column == 0 && mayBeIds)) {
      return number.orElse(Double.NaN);
    }
    String text = row.get(column);
    String advice =
        text.matches(".*\\d[,;\t].*")
            ? "; write decimals with a point, and commas or semicolons between the fields of a .csv"
            : hasHeader ? "; " + ADVICE : "";
    String rule = "must have a number in field %d, got '%s'%s";
    throw location.line(row.line()).invalid(rule, column + 1, text, advice);
  }

  static boolean isNumber(String text) {
    return number(text).isPresent();
  }

  private static boolean isFraction(String text) {
    return isNumber(text) && !WHOLE.test(text);
  }

  /** Finite or not; empty where the text is not a number. */
  static Optional<Double> number(String text) {
    if (text.isEmpty() || "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "inf", "+inf" -> Optional.of(Double.POSITIVE_INFINITY);
        case "-inf" -> Optional.of(Double.NEGATIVE_INFINITY);
        default -> Optional.empty();
      };
    }
    if (text.equalsIgnoreCase("nan")) {
      return Optional.of(Double.NaN);
    }
    try {
      return Optional.of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Numbers in the first row are a header or values; what follows tells. */
  private void checkFirstRow() {
    String rule = "begins with %s, a header or values: write %s, or %s";
    if (beginsWithNumbers) {
      boolean clear = hasHeader ? wholes == 0 : wholes > 0 || rows.size() < 3;
      location.check(clear, rule, first, "1.0 for 1", ADVICE);
    }
    if (!hasHeader && rows.size() > 1) {
      int from = isNumber(first.get(0)) ? 0 : 1;
      Predicate<String> differs =
          Columns.isId(first.get(0)) ? id -> !Columns.isId(id) : NumberTable::isNumber;
      boolean word = from == 1 && ids.stream().skip(1).allMatch(differs);
      boolean run = first.size() > from + 2 && isRun(first.subList(from, first.size()), ".0");
      location.check(!word && !run, rule, first, "a header, with 'id' above ids", ADVICE);
    }
    if (beginsWithNumbers && hasHeader) {
      note("the first row, " + first + ", is read as a header");
    }
  }

  /** Finds ids in the first column where no name tells their column. */
  private void findIds() {
    String advice = hasHeader ? "--id-column or --class-columns" : "a header, with 'id' above ids";
    String rule = "may have ids or numbers of a class in column %d: add %s";
    boolean fractionsInIds = ids.stream().anyMatch(NumberTable::isFraction);
    boolean mayBeClass =
        fractionsInIds && ids.stream().allMatch(id -> id.isBlank() || isNumber(id));
    boolean sure = columns.areGiven() || (idColumn == 0 && first.get(0).equals("id"));
    location.check(idColumn < 0 || sure || !mayBeClass, rule, idColumn + 1, advice);
    boolean texts = !ids.stream().allMatch(NumberTable::isNumber);
    boolean differ = ids.size() > 1 && new HashSet<>(ids).size() == ids.size();
    boolean numbers = differ && ids.stream().allMatch(id -> WHOLE.test(id) && !id.startsWith("-"));
    boolean alike = !hasHeader && fractions == 0 && rows.size() < MANY_ROWS;
    boolean isClass = classColumns.length > 0 && classColumns[0] == 0;
    if (!mayBeIds || !(isClass ? texts || (numbers && !alike) : differ && !fractionsInIds)) {
      return;
    }
    boolean before = hasHeader && fractions > 0 && classColumns.length > 2;
    location.check(!isClass || (texts ? !fractionsInIds : before), rule, 1, advice);
    firstClass = isClass ? 1 : 0;
    idColumn = 0;
    if (hasHeader) {
      note("column '" + first.get(0) + "' is read as node ids; if it is a class, " + ADVICE);
    }
  }

  /** Refuses a column of whole numbers, not all 0, among others: it may be labels. */
  private void checkWholeNumbers() {
    if (part != NodeField.LOGITS || !columns.classes().isEmpty() || rows.size() < MANY_ROWS) {
      return;
    }
    int[] whole =
        IntStream.range(firstClass, classColumns.length)
            .filter(j -> rows.stream().allMatch(row -> row[j] == Math.rint(row[j])))
            .toArray();
    for (int j : whole) {
      location.check(
          whole.length == classColumns.length - firstClass
              || rows.stream().allMatch(row -> row[j] == 0),
          "has whole numbers in column %d, which may be labels, beside fractions: %s",
          classColumns[j] + 1,
          hasHeader ? ADVICE : "add a header");
    }
  }

  private void note(String text) {
    notes.add(location.name() + ": " + text);
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The columns of the classes by their numbers: in the file, names may be missing or the same. */
  private List<String> names() {
    IntStream numbers = IntStream.range(0, classColumns.length - firstClass);
    return numbers.mapToObj(Integer::toString).toList();
  }

  @Override
  public List<Column> columns() {
    Stream<Column> id = Stream.of(new Column(ID, Kind.TEXT)).filter(column -> idColumn >= 0);
    Stream<Column> numbers = names().stream().map(name -> new Column(name, Kind.FRACTION));
    return Stream.concat(id, numbers).toList();
  }

  @Override
  public boolean hasHeader() {
    return hasHeader;
  }

  @Override
  public String shown(String column) {
    int place = column.equals(ID) ? idColumn : classColumns[firstClass + Integer.parseInt(column)];
    return hasHeader ? first.get(place) : Integer.toString(place + 1);
  }

  @Override
  public Location row(int row) {
    return location;
  }

  @Override
  public int rowCount() {
    return rows.size();
  }

  @Override
  public String[] texts(String column) {
    return ids.toArray(String[]::new);
  }

  @Override
  public double[] numbers(List<String> wanted) {
    int count = classColumns.length - firstClass;
    int most = Integer.MAX_VALUE - 16;
    location.check((long) rows.size() * count <= most, "must have at most %d numbers", most);
    double[] values = new double[rows.size() * count];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), firstClass, values, i * count, count);
    }
    return values;
  }

  /** The names of columns if they name classes, else nothing. */
  static List<String> classNames(List<String> columns, NodeField part) {
    List<String> names = columns.stream().map(NamedLabels::whole).toList();
    List<String> plain = ProbabilityFile.columns(names.size(), List.of());
    boolean numbered = isRun(names, "") || (part == NodeField.PROBABILITIES && names.equals(plain));
    boolean unclear = names.contains("") || new HashSet<>(names).size() < names.size();
    return numbered || unclear ? List.of() : names;
  }

  @Override
  public void close() {}
}
