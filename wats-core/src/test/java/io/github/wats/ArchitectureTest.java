package io.github.wats;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the arrows between the packages of this module, as docs/architecture.md draws them. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.github.wats");

  /** What each package may use, besides itself and internal; what those use is spelt out again. */
  private static Map<String, String[]> arrows() {
    Map<String, String[]> uses = new LinkedHashMap<>();
    uses.put("matrix", new String[] {"engine"});
    uses.put("engine", new String[] {"matrix"});
    uses.put("graph", new String[] {"matrix", "engine"});
    uses.put("prediction", new String[] {"matrix"});
    uses.put("settings", new String[] {});
    uses.put("features", new String[] {"graph", "matrix", "settings"});
    uses.put("nn", new String[] {"engine", "matrix", "graph", "prediction", "settings"});
    uses.put(
        "calibration",
        new String[] {"nn", "features", "prediction", "engine", "graph", "matrix", "settings"});
    uses.put("metrics", new String[] {"prediction", "matrix"});
    uses.put(
        "decision",
        new String[] {
          "calibration", "features", "graph", "matrix", "metrics", "nn", "prediction", "settings"
        });
    uses.put("internal", new String[] {});
    return uses;
  }

  @Test
  void usesPackagesOnlyInTheDirectionsDrawn() {
    LayeredArchitecture layers =
        layeredArchitecture().consideringOnlyDependenciesInAnyPackage("io.github.wats..");
    for (String name : arrows().keySet()) {
      layers = layers.optionalLayer(name).definedBy("io.github.wats." + name + "..");
    }
    for (Map.Entry<String, String[]> entry : arrows().entrySet()) {
      if (!entry.getKey().equals("internal")) {
        String[] allowed = Arrays.copyOf(entry.getValue(), entry.getValue().length + 1);
        allowed[allowed.length - 1] = "internal";
        layers = layers.whereLayer(entry.getKey()).mayOnlyAccessLayers(allowed);
      } else {
        layers = layers.whereLayer("internal").mayNotAccessAnyLayer();
      }
    }
    layers.check(CLASSES);
  }

  private static final Pattern METHOD_PACKAGE =
      Pattern.compile("io\\.github\\.wats\\.calibration\\.(nodewise|ridge|scaling)\\b");

  /** Everything else knows methods by their schema, scope and result, never by their class. */
  @Test
  void nobodyElseDependsOnTheClassesOfMethods() throws IOException {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.github.wats.calibration..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.github.wats.calibration.nodewise..",
            "io.github.wats.calibration.ridge..",
            "io.github.wats.calibration.scaling..")
        .check(CLASSES);
    for (Path file : sources("io", "report", "experiment", "cli", "spark")) {
      assertThat(Files.readString(file)).as("%s", file).doesNotContainPattern(METHOD_PACKAGE);
    }
  }

  /** Where names are data: what the paper compares, and what the demo explains. */
  private static final Set<String> NAMES_ARE_DATA =
      Set.of("Variant.java", "Plan.java", "DemoCommand.java");

  /** {@code wats} is the name of the program, too. */
  private static final Pattern PROGRAM =
      Pattern.compile(
          "name = \"wats\"|createTempFile\\(\"wats\"|List\\.of\\(\"wats\", \"report\""
              + "|\"wats\\.command\", \"wats\"|text\\(2, \"wats\"\\)|KEY = \"wats\"|\\(cache, \"wats\"\\)|\"\\.cache\", \"wats\"");

  @Test
  void methodsAreNamedInTheirOwnPackagesOnly() throws IOException {
    String names = Methods.all().stream().map(Method::name).collect(Collectors.joining("|"));
    Pattern literal = Pattern.compile("\"(" + names + ")(:[a-z-]+=[^\"]*)?\"");
    for (Path file : sources("core", "io", "report", "experiment", "cli", "spark")) {
      boolean isData = NAMES_ARE_DATA.contains(file.getFileName().toString());
      boolean isOwn = file.toString().replace('\\', '/').contains("/wats/calibration/");
      String source = PROGRAM.matcher(Files.readString(file)).replaceAll("");
      if (!isData && !isOwn && !file.endsWith("settings/Codec.java")) { // a value called auto
        assertThat(source).as("%s", file).doesNotContainPattern(literal);
      }
    }
  }

  /** What writes digits or letters as in the user's language unless a locale is given. */
  private static final Pattern DEFAULT_LOCALE =
      Pattern.compile(
          "(String\\.format|printf|new Formatter|new Scanner|DateTimeFormatter\\.of\\w+)"
              + "\\((?!\\s*Locale\\.)"
              + "|to(Lower|Upper)Case\\(\\)|::(to(Lower|Upper)Case|format|formatted)\\b"
              + "|\\b(Number|Decimal|Message|Choice|SimpleDate|Date)Format\\b"
              + "|Locale\\.getDefault|Collator|BreakIterator");

  /** {@code formatted} takes no locale: %s, %c and %x need none. */
  private static final Pattern CONVERSION_WITH_LOCALE =
      Pattern.compile("%(?!(\\d\\$)?-?\\d*[sc]|0?\\d?x)");

  private static final String CALL = ".formatted(";

  @Test
  void neverUsesTheDefaultLocale() throws IOException {
    int formatted = 0;
    for (Path file : sources("engine", "core", "io", "report", "experiment", "cli", "spark")) {
      String source = Files.readString(file);
      assertThat(source).as("%s", file).doesNotContainPattern(DEFAULT_LOCALE);
      for (int at = source.indexOf(CALL); at >= 0; at = source.indexOf(CALL, at + 1)) {
        String template = lastExpression(source.substring(0, at).stripTrailing());
        assertThat(template.replace("%%", ""))
            .as("%s: %s", file, template)
            .contains("\"")
            .doesNotContainPattern(CONVERSION_WITH_LOCALE);
        formatted++;
      }
    }
    assertThat(formatted).isGreaterThan(50);
  }

  /** The literal or the parentheses that a source ends with; nothing if it ends otherwise. */
  private static String lastExpression(String source) {
    int start = source.length() - 1;
    if (source.endsWith(")")) {
      for (int depth = 1; depth > 0; ) {
        start--;
        depth += source.charAt(start) == ')' ? 1 : source.charAt(start) == '(' ? -1 : 0;
      }
      return source.substring(start);
    }
    if (!source.endsWith("\"")) {
      return "";
    }
    do {
      start = source.lastIndexOf('"', start - 1);
    } while (source.charAt(start - 1) == '\\');
    return source.substring(start);
  }

  private static final Pattern REPLACED =
      Pattern.compile("\\bMath(\\.|::)(tanh|sinh|cosh|cbrt|expm1|log1p|hypot)\\b");

  /** JDK 17 computes them portably, later ones as the processor does. */
  @Test
  void functionsThatLaterJdksReplaceAreThoseOfStrictMath() throws IOException {
    for (Path file : sources("engine", "core", "io", "report", "experiment", "cli", "spark")) {
      assertThat(REPLACED.matcher(Files.readString(file)).results().map(MatchResult::group))
          .as("%s: take these from StrictMath", file)
          .isEmpty();
    }
  }

  private static List<Path> sources(String... modules) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String module : modules) {
      Path sources = Shared.root().resolve("wats-" + module + "/src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        files.filter(name -> name.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }

  @Test
  void neitherPrintsNorExits() {
    noClasses().should().accessField(System.class, "out").check(CLASSES);
    noClasses().should().accessField(System.class, "err").check(CLASSES);
    noClasses().should().callMethod(System.class, "exit", int.class).check(CLASSES);
    noClasses().should().callMethod(Runtime.class, "exit", int.class).check(CLASSES);
    noClasses().should().callMethod(Runtime.class, "halt", int.class).check(CLASSES);
    noClasses().should().callMethod(Throwable.class, "printStackTrace").check(CLASSES);
  }
}
