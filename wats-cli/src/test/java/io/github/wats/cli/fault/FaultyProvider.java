package io.github.wats.cli.fault;

import static io.github.wats.cli.fault.FaultyFileSystem.unwrap;

import io.github.wats.cli.fault.Faults.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The default file system of a JVM started with {@code
 * -Djava.nio.file.spi.DefaultFileSystemProvider}: passes everything on to the real one, unless
 * {@link Faults} objects.
 */
public final class FaultyProvider extends FileSystemProvider {
  private final FileSystemProvider real;
  private final FaultyFileSystem files;

  public FaultyProvider(FileSystemProvider real) {
    this.real = real;
    this.files = new FaultyFileSystem(real.getFileSystem(URI.create("file:///")), this);
  }

  /** Here, unlike in channels, the system names the file. */
  private static void before(Kind kind, Path file) throws FileSystemException {
    try {
      Faults.before(kind, file);
    } catch (IOException fault) {
      throw new FileSystemException(file.toString(), null, fault.getMessage());
    }
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    Path file = unwrap(path);
    boolean exists = Files.exists(file);
    boolean write = options.contains(StandardOpenOption.WRITE);
    before(write ? (exists ? Kind.CHANGE : Kind.GROW) : Kind.READ, file);
    FileChannel channel = real.newFileChannel(file, options, attributes);
    if (!exists) {
      Faults.created(file);
      Faults.unsynced(file, 0);
    }
    return new FaultyChannel(channel, file);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    before(Kind.READ, unwrap(folder));
    DirectoryStream<Path> stream =
        real.newDirectoryStream(unwrap(folder), path -> filter.accept(files.wrap(path)));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return StreamSupport.stream(stream.spliterator(), false).map(files::wrap).iterator();
      }

      @Override
      public void close() throws IOException {
        stream.close();
      }
    };
  }

  @Override
  public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    Path folder = unwrap(path);
    if (!Files.exists(folder)) {
      before(Kind.GROW, folder);
    }
    real.createDirectory(folder, attributes);
    Faults.created(folder);
  }

  @Override
  public void delete(Path path) throws IOException {
    Path file = unwrap(path);
    if (Files.exists(file)) {
      before(Kind.CHANGE, file);
      Faults.replaced(file);
    }
    real.delete(file);
  }

  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    Path source = unwrap(from);
    Path target = unwrap(to);
    before(Kind.CHANGE, target);
    Faults.replaced(source);
    boolean exists = Files.exists(target);
    Faults.replaced(target);
    real.move(source, target, options);
    Faults.moved(source, target);
    if (!exists) {
      Faults.created(target);
    }
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) throws IOException {
    real.copy(unwrap(from), unwrap(to), options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    before(Kind.CHANGE, unwrap(path));
    real.setAttribute(unwrap(path), name, value, options);
  }

  @Override
  public String getScheme() {
    return real.getScheme();
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) throws IOException {
    return real.newFileSystem(uri, settings);
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return files;
  }

  @Override
  public Path getPath(URI uri) {
    return files.wrap(real.getPath(uri));
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return real.isSameFile(unwrap(one), unwrap(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(unwrap(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(unwrap(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(unwrap(path), modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(unwrap(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(unwrap(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return real.readAttributes(unwrap(path), names, options);
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    return files.wrap(real.readSymbolicLink(unwrap(link)));
  }
}
