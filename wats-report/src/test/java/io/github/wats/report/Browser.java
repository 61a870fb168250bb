package io.github.wats.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, for looking at pages as readers do. */
public final class Browser implements AutoCloseable {
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private final ChromeDriver driver;
  private final Path profile;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  /** Starts it; the test is skipped where Debian's Chromium is not installed. */
  public static Browser open() throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(DRIVER) && Files.isExecutable(CHROMIUM),
        "needs /usr/bin/chromium and /usr/bin/chromedriver (Debian: apt-get install chromium"
            + " chromium-driver)");
    Path profile = Files.createTempDirectory("wats-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(60));
    return new Browser(driver, profile);
  }

  /** Shows a file at a width, on light or dark paper. */
  public void show(Path page, int width, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    driver.get(page.toUri().toString());
  }

  /** The value of a JavaScript expression, or of a function body that returns one. */
  public Object ask(String script, Object... arguments) {
    String body = script.contains("return ") ? script : "return " + script;
    return ((JavascriptExecutor) driver).executeScript(body, arguments);
  }

  /** What the page complained about since it was last asked. */
  public List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(entry -> entry.getMessage())
        .toList();
  }

  /** Addresses that pages from files asked for since the last call, files and data apart. */
  public List<String> outsideRequests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> entry.getMessage())
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .filter(message -> message.contains("\"documentURL\":\"file:"))
        .map(
            message ->
                message.replaceAll("(?s).*\"method\":\"GET\".*?\"url\":\"([^\"]*)\".*", "$1"))
        .filter(address -> !address.startsWith("file:") && !address.startsWith("data:"))
        .toList();
  }

  /** The whole page as a picture. */
  public void screenshot(Path file) throws IOException {
    long height = ((Number) ask("document.documentElement.scrollHeight")).longValue();
    long width = ((Number) ask("window.innerWidth")).longValue();
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
    try (var files = Files.walk(profile)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException leftBehind) {
      // the temporary folder keeps it
    }
  }
}
