import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.ProbabilityFile;
import java.nio.file.Path;
import java.util.Optional;

/** Fits every method with the library, as a Java program does: LibraryFits RUN.npz OUTPUT-FOLDER. */
public class LibraryFits {
  public static void main(String[] arguments) throws Exception {
    NodeData nodes = NodeReader.read(Path.of(arguments[0]));
    for (Method method : Methods.all()) {
      CalibrationData data = nodes.calibrationData(method);
      Calibration result = method.calibrator().fit(data, 0).calibrate(data);
      ProbabilityFile.write(
          Path.of(arguments[1], method.name() + ".npz"),
          nodes,
          nodes.classNames(),
          result.probabilities(),
          result.temperatures(),
          Optional.empty());
    }
  }
}
