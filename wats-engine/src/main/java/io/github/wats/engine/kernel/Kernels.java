package io.github.wats.engine.kernel;

import java.lang.reflect.Method;
import java.util.Optional;

/**
 * The inner loops of training, on the calling thread; {@link Products} runs them in parallel over
 * blocks of rows. Where {@code add} is true, a result is added to what is there.
 *
 * <p>{@link ReferenceKernels} defines the result. Every implementation adds the terms of an entry
 * in the same order and rounds after each multiplication and each addition, so implementations
 * agree to the bit and only speed decides which one is used.
 */
public interface Kernels {
  /** The number of partial sums of a dot product: partial sum l takes the terms l, l + 8, … */
  int LANES = 8;

  /** How {@code wats --version} names this implementation. */
  String name();

  /** {@code C = A B}, terms in the order of the inner index. */
  void matmul(MatrixView a, MatrixView b, MatrixView c, boolean add);

  /** {@code C = Aᵀ B}, terms in the order of the rows of A and B. */
  void matmulTransposed(MatrixView a, MatrixView b, MatrixView c, boolean add);

  /** {@code C = S B}, terms in the order of the entries of a row of S. */
  void spmm(SparseRows s, MatrixView b, MatrixView c, boolean add);

  /** Sets the value of each entry (i, j) of D to {@code A_i · B_j}. */
  void sddmm(MatrixView a, MatrixView b, SparseRows d);

  /**
   * {@code S_i = S_i + Σ_j B_j} over the ones j of row i of X, for i from {@code from} to {@code to
   * − 1} and up to 16 columns of B; {@code sums} is ((to − from) × 16). The order of the terms is
   * that of {@link BinaryFeatures#addChosenRows}.
   */
  void addChosenRows(BinaryFeatures x, MatrixView b, float[] sums, int from, int to);

  /** The loops that define the results; they run on any machine. */
  static Kernels reference() {
    return ReferenceKernels.INSTANCE;
  }

  /**
   * The vector loops where there is the module {@code jdk.incubator.vector} and registers hold
   * eight floats, else the reference loops. The vector loops are loaded by name, since a class that
   * mentions the module cannot be loaded without it.
   */
  static Kernels vectorOrReference() {
    try {
      Kernels.class.getModule().addReads(vectorModule());
      Class<?> loops = Class.forName("io.github.wats.engine.kernel.VectorKernels");
      return (Kernels) loops.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return reference();
    }
  }

  /**
   * The module that {@code --add-modules} has resolved, else one loaded now, as the JVM loads the
   * module of an agent that attaches. That needs {@code Add-Exports: java.base/jdk.internal.module}
   * in the manifest of the program; the JVM's warning about incubator modules is not printed.
   */
  private static Module vectorModule() throws ReflectiveOperationException {
    Optional<Module> resolved = ModuleLayer.boot().findModule("jdk.incubator.vector");
    if (resolved.isPresent()) {
      return resolved.get();
    }
    Class<?> modules = Class.forName("jdk.internal.module.Modules");
    Method load = modules.getMethod("loadModule", String.class);
    return (Module) load.invoke(null, "jdk.incubator.vector");
  }
}
