package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.internal.Seeds;
import io.github.wats.io.Hashes;
import io.github.wats.io.dataset.CatalogueEntry.Counts;
import io.github.wats.io.dataset.DatasetFetcher.Mirror;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of 300,000 bytes, fetched from a server that breaks off, lies, redirects and cheats. */
class DatasetFetcherTest {
  private static final byte[] CONTENT = bytes(300_000, 1);
  private static final byte[] OTHER = bytes(300_000, 2);

  private HttpDownload.Patience patience =
      new HttpDownload.Patience(3, Duration.ofMillis(1), Duration.ofSeconds(20));

  @TempDir Path root;
  private FlakyServer server;
  private Path target;
  private Path part;
  private final List<String> notes = new ArrayList<>();
  private final List<Long> progress = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = new FlakyServer();
    target = root.resolve("toy").resolve("toy.npz");
    part = root.resolve("toy").resolve("toy.npz.part");
    Files.createDirectories(target.getParent());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void fetchesAFileAndTellsItsProgress() throws Exception {
    server.at("/toy.npz", FlakyServer.file(CONTENT));
    get();
    assertFetched();
    assertThat(progress).isSorted().endsWith((long) CONTENT.length);
    get();
    assertThat(server.requests).as("what is there is not fetched again").hasSize(1);
  }

  @Test
  void continuesAPartLeftBehind() throws Exception {
    Files.write(part, Arrays.copyOf(CONTENT, 100_000));
    server.at("/toy.npz", FlakyServer.file(CONTENT));
    get();
    assertFetched();
    assertThat(server.requests).containsExactly("/toy.npz bytes=100000-");
  }

  @Test
  void startsAnewWhereTheServerKnowsNoRanges() throws Exception {
    Files.write(part, Arrays.copyOf(CONTENT, 100_000));
    server.at("/toy.npz", FlakyServer.fileWithoutRanges(CONTENT));
    get();
    assertFetched();
  }

  @Test
  void fetchesAllAgainWhereThePartIsOfAnotherFile() throws Exception {
    Files.write(part, Arrays.copyOf(OTHER, 100_000));
    server.at("/toy.npz", FlakyServer.file(CONTENT));
    get();
    assertFetched();
    assertThat(server.requests).containsExactly("/toy.npz bytes=100000-", "/toy.npz");
    assertThat(notes).anyMatch(note -> note.contains("the earlier part does not match"));
  }

  @Test
  void goesOnWhereTheServerBrokeOff() throws Exception {
    byte[] half = Arrays.copyOf(CONTENT, 150_000);
    server.at(
        "/toy.npz",
        FlakyServer.inTurn(
            FlakyServer.lies(CONTENT.length, half),
            FlakyServer.status(503),
            FlakyServer.file(CONTENT)));
    get();
    assertFetched();
    assertThat(server.requests.get(2)).matches("/toy.npz bytes=\\d+-");
  }

  @Test
  void keepsThePartWhereTheServerAlwaysBreaksOff() {
    byte[] some = Arrays.copyOf(CONTENT, 70_000);
    server.at("/toy.npz", FlakyServer.lies(CONTENT.length, some));
    assertThatThrownBy(this::get)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the same command continues where this one ended");
    assertThat(target).doesNotExist();
    assertThat(part).exists();
    assertThat(server.requests).as("three tries that bring nothing new").hasSizeBetween(3, 5);
  }

  @Test
  void doesNotMindALengthThatIsTooLargeOrTooSmall() throws Exception {
    server.at("/toy.npz", FlakyServer.lies(CONTENT.length + 999, CONTENT));
    get();
    assertFetched();
    Files.delete(target);
    server.close();
    server = new FlakyServer();
    byte[] half = Arrays.copyOf(CONTENT, 150_000);
    server.at(
        "/toy.npz",
        FlakyServer.inTurn(FlakyServer.lies(half.length, half), FlakyServer.file(CONTENT)));
    get();
    assertFetched();
  }

  @Test
  void givesUpOnASilentServer() {
    server.at(
        "/toy.npz",
        exchange -> {
          exchange.sendResponseHeaders(200, CONTENT.length);
          OutputStream body = exchange.getResponseBody();
          body.write(CONTENT, 0, 10);
          body.flush();
          pause(3000);
        });
    patience = new HttpDownload.Patience(3, Duration.ofMillis(1), Duration.ofMillis(400));
    assertThatThrownBy(this::get)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no data received for 0.4 s");
  }

  @Test
  void followsRedirectsWithTheRangeItAskedFor() throws Exception {
    Files.write(part, Arrays.copyOf(CONTENT, 100_000));
    server.at("/toy.npz", FlakyServer.redirect("/elsewhere"));
    server.at("/elsewhere", FlakyServer.file(CONTENT));
    get();
    assertFetched();
    assertThat(server.requests)
        .containsExactly("/toy.npz bytes=100000-", "/elsewhere bytes=100000-");
  }

  @Test
  void endsARingOfRedirects() {
    server.at("/toy.npz", FlakyServer.redirect("/toy.npz"));
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    assertThat(server.requests).hasSizeLessThan(30);
  }

  @Test
  void refusesAWrongFileAndLeavesTheOldOne() throws IOException {
    Files.write(target, OTHER);
    server.at("/toy.npz", FlakyServer.file(bytes(CONTENT.length, 3)));
    assertThatThrownBy(this::get)
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessageContaining("/toy.npz is not the published file: SHA-256 must be")
        .hasMessageContaining("nothing was replaced");
    assertThat(target).hasBinaryContent(OTHER);
    assertThat(part).doesNotExist();
  }

  @Test
  void stopsReadingAFileThatIsTooLong() {
    server.at("/toy.npz", FlakyServer.file(bytes(5_000_000, 3)));
    assertThatThrownBy(this::get).isInstanceOf(DatasetUnavailableException.class);
    assertThat(progress).allMatch(bytes -> bytes <= CONTENT.length);
  }

  @Test
  void saysThatAFileIsNowhere() {
    server.at("/toy.npz", FlakyServer.status(404));
    assertThatThrownBy(this::get)
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessage("toy is not offered by any server");
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void saysThatThereIsNoConnection() throws IOException {
    server.close();
    assertThatThrownBy(this::get)
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessage(
            "no connection to localhost to download toy.npz: offline? --mirror=DIR copies it");
    assertThat(part).as("nothing came, nothing is left").doesNotExist();
    Files.write(part, Arrays.copyOf(CONTENT, 10));
    assertThatThrownBy(this::get).isInstanceOf(DatasetUnavailableException.class);
    assertThat(part).as("what came before is kept").hasSize(10);
  }

  @Test
  void refusesToWriteWhereAnotherDownloadWrites() throws IOException {
    server.at("/toy.npz", FlakyServer.file(CONTENT));
    try (RandomAccessFile other = new RandomAccessFile(part.toFile(), "rw");
        var lock = other.getChannel().lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatThrownBy(this::get).hasMessageContaining("another download is writing it");
    }
  }

  @Test
  void staysOfflineWhenTold() throws Exception {
    server.at("/toy.npz", FlakyServer.file(CONTENT));
    DatasetFetcher offline = fetcher(true, Optional.empty());
    assertThatThrownBy(() -> offline.get(toy()))
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessageContaining("toy is not complete in")
        .hasMessageContaining("--offline forbids fetching");
    assertThat(server.requests).isEmpty();
    Files.write(target, CONTENT);
    assertThat(offline.get(toy()).layout()).isEqualTo(new BenchmarkReader("toy.npz"));
  }

  @Test
  void takesFilesFromAMirrorFolderEvenOffline() throws Exception {
    Path mirror = root.resolve("mirror");
    Files.createDirectories(mirror.resolve("toy"));
    Files.write(mirror.resolve("toy").resolve("toy.npz"), CONTENT);
    fetcher(true, Optional.of(Mirror.of(mirror.toString()))).get(toy());
    assertFetched();
    Files.delete(target);
    Files.write(mirror.resolve("toy").resolve("toy.npz"), OTHER);
    assertThatThrownBy(() -> fetcher(false, Optional.of(Mirror.of(mirror.toString()))).get(toy()))
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessageContaining("SHA-256 must be");
    assertThat(target).doesNotExist();
  }

  @Test
  void takesFilesFromAMirrorServer() throws Exception {
    server.at("/mirror/toy/toy.npz", FlakyServer.file(CONTENT));
    fetcher(false, Optional.of(Mirror.of(server.address() + "mirror"))).get(toy());
    assertFetched();
  }

  @Test
  void refusesAMirrorThatIsNeitherAddressNorFolder() {
    assertThatThrownBy(() -> Mirror.of(root.resolve("nowhere").toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a mirror must be an http(s) address or a folder");
  }

  @Test
  void takesAnotherEditionWhereTheMirrorHasNoneOfTheFirst() throws Exception {
    SourceFile lists = file("toy.txt", Optional.empty(), CONTENT);
    CatalogueEntry entry =
        entry(
            toy().editions().get(0),
            new Edition(
                new ListsReader("toy"), List.of(lists), Optional.empty(), Optional.of("features")));
    server.at("/toy/toy.txt", FlakyServer.file(CONTENT));
    Edition got = fetcher(false, Optional.of(Mirror.of(server.address()))).get(entry);
    assertThat(got.layout()).isEqualTo(new ListsReader("toy"));
    assertThat(root.resolve("toy").resolve("toy.txt")).hasBinaryContent(CONTENT);
  }

  @Test
  void unpacksAnArchiveAndKeepsTheSumsOfItsMembers() throws Exception {
    byte[] zip = zip("deep/reddit_data.npz", CONTENT, "reddit_graph.npz", OTHER);
    URI address = URI.create(server.address() + "toy.zip");
    server.at("/toy.zip", FlakyServer.file(zip));
    Edition edition =
        new Edition(
            new RedditReader(),
            List.of(member("reddit_data.npz"), member("reddit_graph.npz")),
            Optional.of(file("toy.zip", Optional.of(address), zip)),
            Optional.empty());
    CatalogueEntry entry = entry(edition);
    fetcher(false, Optional.empty()).get(entry);
    Path data = root.resolve("toy").resolve("reddit_data.npz");
    assertThat(data).hasBinaryContent(CONTENT);
    try (Stream<Path> files = Files.list(root.resolve("toy"))) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "reddit_data.npz",
              "reddit_data.npz.sha256",
              "reddit_graph.npz",
              "reddit_graph.npz.sha256");
    }
    DataFolder folder = new DataFolder(root);
    assertThat(folder.verify(entry, edition))
        .allMatch(check -> check.state() == FileCheck.State.AS_FETCHED);
    Files.write(data, OTHER);
    assertThat(folder.verify(entry, edition).get(0).state()).isEqualTo(FileCheck.State.WRONG);
  }

  @Test
  void tellsAPortalsPageFromAnArchiveWithoutAChecksum() {
    server.at("/toy.npz", FlakyServer.file("<html>please sign in</html>".getBytes()));
    SourceFile unknown =
        new SourceFile(
            "toy.npz",
            Optional.of(URI.create(server.address() + "toy.npz")),
            OptionalLong.empty(),
            Optional.empty());
    assertThatThrownBy(() -> fetcher(false, Optional.empty()).get(entry(edition(unknown))))
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessageContaining("not an archive");
    assertThat(target).doesNotExist();
  }

  private void get() throws IOException, InterruptedException {
    fetcher(false, Optional.empty()).get(toy());
  }

  private void assertFetched() {
    assertThat(target).hasBinaryContent(CONTENT);
    assertThat(part).doesNotExist();
  }

  private DatasetFetcher fetcher(boolean offline, Optional<Mirror> mirror) {
    DownloadListener listener =
        new DownloadListener() {
          @Override
          public void progress(String file, long bytes, OptionalLong total) {
            progress.add(bytes);
          }

          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    return new DatasetFetcher(new DataFolder(root), offline, mirror, listener, patience);
  }

  private CatalogueEntry toy() {
    Optional<URI> address = Optional.of(URI.create(server.address() + "toy.npz"));
    return entry(edition(file("toy.npz", address, CONTENT)));
  }

  private static Edition edition(SourceFile file) {
    return new Edition(
        new BenchmarkReader("toy.npz"), List.of(file), Optional.empty(), Optional.empty());
  }

  private static CatalogueEntry entry(Edition... editions) {
    return new CatalogueEntry(
        "toy", "Toy", "toy", new Counts(1, 0, 1, 1), "", List.of(editions), "", "", "");
  }

  private static SourceFile file(String name, Optional<URI> address, byte[] content) {
    Optional<String> checksum = Optional.of(Hashes.sha256(content));
    return new SourceFile(name, address, OptionalLong.of(content.length), checksum);
  }

  private static SourceFile member(String name) {
    return new SourceFile(name, Optional.empty(), OptionalLong.empty(), Optional.empty());
  }

  private static byte[] zip(String one, byte[] oneContent, String two, byte[] twoContent)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(one));
      zip.write(oneContent);
      zip.putNextEntry(new ZipEntry(two));
      zip.write(twoContent);
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    for (int k = 0; k < length; k++) {
      bytes[k] = (byte) Seeds.bits(seed, k);
    }
    return bytes;
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
