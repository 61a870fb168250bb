package io.github.wats.engine.kernel;

/** Chooses the kernels once, when they are first asked for. */
final class KernelChoice {
  static final Kernels BEST = choose();

  private KernelChoice() {}

  /**
   * The vector kernels where the module {@code jdk.incubator.vector} is resolved (the launcher does
   * so with {@code --add-modules}) and the registers hold eight floats, else the plain ones. They
   * are found by name, since a class that mentions the module cannot be loaded without it.
   */
  private static Kernels choose() {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return PlainKernels.INSTANCE;
    }
    try {
      Class<?> vector = Class.forName("io.github.wats.engine.kernel.VectorKernels");
      return (Kernels) vector.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return PlainKernels.INSTANCE;
    }
  }
}
