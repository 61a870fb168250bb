package io.github.wats.cli;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.io.npy.NpyData;
import io.github.wats.prediction.Logits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code wats calibrate} with all its outputs computes the uncalibrated probabilities once. */
public class SoftmaxOnceTest {
  /** The hash codes of all logits whose softmax was computed. */
  public static final List<Integer> CALLS = Collections.synchronizedList(new ArrayList<>());

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"wats", "ridge"})
  void computesTheUncalibratedProbabilitiesOnce(String method) throws Exception {
    int size = RunFile.NODES * RunFile.CLASSES;
    double[] logits = new SplittableRandom(3).doubles(size, -2, 2).toArray();
    NpyData array = NpyData.of(logits, RunFile.NODES, RunFile.CLASSES);
    Path run = new RunFile().with("logits", array).write(folder.resolve("run.npz"));
    CALLS.clear();
    runRecorded(
        "calibrate",
        run.toString(),
        "--method",
        method,
        "-o",
        folder.resolve("out.npz").toString(),
        "--save",
        folder.resolve("model.json").toString(),
        "--report",
        folder.resolve("page.html").toString());
    assertThat(folder.resolve("page.html")).content().contains("The most changed nodes");
    int uncalibrated = Logits.of(RunFile.NODES, RunFile.CLASSES, logits).hashCode();
    assertThat(CALLS).containsOnlyOnce(uncalibrated);
  }

  private static void runRecorded(String... arguments) throws ReflectiveOperationException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    RecordingLoader loader = new RecordingLoader(before);
    thread.setContextClassLoader(loader); // where methods are looked up
    try {
      Method run = loader.loadClass(Cli.class.getName()).getDeclaredMethod("run", String[].class);
      run.setAccessible(true);
      assertThat(run.invoke(null, (Object) arguments).toString()).startsWith("Cli[exitCode=0,");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Added to the start of {@link Logits#softmax}. */
  public static final class RecordCall {
    private RecordCall() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object logits) {
      CALLS.add(logits.hashCode());
    }
  }

  /** Loads the classes of WATS again, {@link Logits} with a softmax that records its calls. */
  private static final class RecordingLoader extends ClassLoader {
    RecordingLoader(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.github.wats.") || name.equals(SoftmaxOnceTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
          byte[] code = name.equals(Logits.class.getName()) ? recording() : code(name);
          loaded = defineClass(name, code, 0, code.length);
        }
        return loaded;
      }
    }

    private static byte[] recording() {
      return new ByteBuddy()
          .redefine(Logits.class)
          .visit(Advice.to(RecordCall.class).on(named("softmax")))
          .make()
          .getBytes();
    }

    private byte[] code(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        return file.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
