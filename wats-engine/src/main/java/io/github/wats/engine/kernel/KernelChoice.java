package io.github.wats.engine.kernel;

import java.util.Optional;

/** Finds the vector loops, once, when they are first asked for. */
final class KernelChoice {
  static final Kernels VECTOR_OR_REFERENCE = find();

  private KernelChoice() {}

  /**
   * The vector loops where the module {@code jdk.incubator.vector} is resolved ({@code
   * --add-modules}) and registers hold eight floats. They are loaded by name, since a class that
   * mentions the module cannot be loaded without it.
   */
  private static Kernels find() {
    Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
    if (vectors.isEmpty()) {
      return Kernels.reference();
    }
    KernelChoice.class.getModule().addReads(vectors.get());
    try {
      Class<?> loops = Class.forName("io.github.wats.engine.kernel.VectorKernels");
      return (Kernels) loops.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return Kernels.reference();
    }
  }
}
