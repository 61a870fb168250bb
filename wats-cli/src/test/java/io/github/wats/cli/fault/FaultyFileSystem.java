package io.github.wats.cli.fault;

import java.io.File;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The real file system with paths of its own, so that all their operations come through here. */
final class FaultyFileSystem extends FileSystem {
  private final FileSystem real;
  private final FileSystemProvider provider;

  FaultyFileSystem(FileSystem real, FileSystemProvider provider) {
    this.real = real;
    this.provider = provider;
  }

  /** A path of this file system. */
  Path wrap(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            FaultyFileSystem.class.getClassLoader(),
            new Class<?>[] {Path.class},
            new PathHandler(path));
  }

  /** The path of the real file system. */
  static Path unwrap(Path path) {
    return (Path) unwrapAny(path);
  }

  private static Object unwrapAny(Object value) {
    return value != null
            && Proxy.isProxyClass(value.getClass())
            && Proxy.getInvocationHandler(value) instanceof PathHandler handler
        ? handler.path
        : value;
  }

  private final class PathHandler implements InvocationHandler {
    private final Path path;

    PathHandler(Path path) {
      this.path = path;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("getFileSystem")) {
        return FaultyFileSystem.this;
      }
      if (method.getName().equals("toFile")) {
        return new File(path.toString()); // as for the default file system, which this one is
      }
      Object[] unwrapped =
          arguments == null
              ? null
              : Stream.of(arguments).map(FaultyFileSystem::unwrapAny).toArray();
      try {
        Object result = method.invoke(path, unwrapped);
        return result instanceof Path made
            ? wrap(made)
            : result instanceof Iterator<?> names
                ? Stream.iterate(0, i -> i + 1)
                    .limit(path.getNameCount())
                    .map(i -> wrap(path.getName(i)))
                    .iterator()
                : result;
      } catch (InvocationTargetException wrapped) {
        throw wrapped.getCause();
      }
    }
  }

  @Override
  public Path getPath(String first, String... more) {
    return wrap(real.getPath(first, more));
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    PathMatcher matcher = real.getPathMatcher(pattern);
    return path -> matcher.matches(unwrap(path));
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return StreamSupport.stream(real.getRootDirectories().spliterator(), false)
        .map(this::wrap)
        .toList();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return real.getSeparator();
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return real.getFileStores();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return real.supportedFileAttributeViews();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    return real.getUserPrincipalLookupService();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
