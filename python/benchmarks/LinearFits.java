import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Methods;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The side of linear.py in the JVM: for each line NODES CLASSES METHOD LOGITS LABELS OUTPUT FITS
 * some fits.
 */
public class LinearFits {
  public static void main(String[] arguments) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      int n = Integer.parseInt(words[0]);
      int classes = Integer.parseInt(words[1]);
      double[] logits = new double[2 * n * classes];
      bytes(words[3]).asDoubleBuffer().get(logits);
      int[] labels = new int[2 * n];
      bytes(words[4]).asIntBuffer().get(labels);
      Arrays.fill(labels, n, 2 * n, Labels.UNKNOWN);
      boolean[] first = new boolean[2 * n];
      Arrays.fill(first, 0, n, true);
      boolean[] second = new boolean[2 * n];
      Arrays.fill(second, n, 2 * n, true);
      CalibrationData data =
          CalibrationData.of(Logits.of(2 * n, classes, logits))
              .withLabels(Labels.of(classes, labels))
              .withSplit(
                  new Split(NodeSet.of(2 * n), NodeSet.ofMask(first), NodeSet.ofMask(second)));
      long start = cpu(); // of the whole process: also its compiler and its garbage collector
      var fitted = Methods.named(words[2]).calibrator().fit(data, 0);
      int fits = Integer.parseInt(words[6]);
      for (int k = 1; k < fits; k++) {
        fitted = Methods.named(words[2]).calibrator().fit(data, 0);
      }
      long end = cpu();
      double[] p = fitted.calibrate(data).probabilities().toArray();
      ByteBuffer result = ByteBuffer.allocate(8 * p.length).order(ByteOrder.LITTLE_ENDIAN);
      result.asDoubleBuffer().put(p);
      Files.write(Path.of(words[5]), result.array());
      System.out.println((end - start) * 1e-9 / fits);
    }
  }

  private static ByteBuffer bytes(String file) throws Exception {
    return ByteBuffer.wrap(Files.readAllBytes(Path.of(file))).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long cpu() {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime();
  }
}
