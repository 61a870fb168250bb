package io.github.wats.spark;

import io.github.wats.decision.DriftMonitor;
import io.github.wats.io.Location;
import io.github.wats.io.model.CalibratorFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;

/** Fitted calibrators as files of {@code wats calibrate --save} on any Hadoop file system. */
public final class StoredModel {
  private static final String FILE = "calibrator.json";

  private StoredModel() {}

  /** Writes Spark's metadata, and the calibrator beside it. */
  static final class Writer extends MLWriter {
    private final GraphCalibratorModel model;
    private final Supplier<MLWriter> metadata;

    Writer(GraphCalibratorModel model, Supplier<MLWriter> metadata) {
      this.model = model;
      this.metadata = metadata;
    }

    @Override
    public void saveImpl(String path) {
      try {
        metadata.get().session(sparkSession()).save(path);
        write(model, new Path(path, FILE), sparkSession(), Optional.empty());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Reads both. */
  static final class Reader extends MLReader<GraphCalibratorModel> {
    @Override
    public GraphCalibratorModel load(String path) {
      var parameters = new DefaultParamsReadable<GraphCalibratorModel>() {}.read();
      try {
        CalibratorFile.Stored stored = read(new Path(path, FILE), sparkSession());
        GraphCalibratorModel model = parameters.session(sparkSession()).load(path);
        return model.withCalibrator(stored.calibrator());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static void write(
      GraphCalibratorModel model,
      Path target,
      SparkSession session,
      Optional<DriftMonitor.Summary> summary)
      throws IOException {
    Map<String, String> data =
        new LinkedHashMap<>(CalibratorFile.scores(model.source(), model.zero()));
    data.put("from", "Spark");
    FileSystem files = target.getFileSystem(session.sparkContext().hadoopConfiguration());
    java.nio.file.Path local = Files.createTempFile("wats", target.getName());
    try {
      CalibratorFile.write(
          local, model.calibrator(), data, List.of(), summary, Optional.empty(), Optional.empty());
      files.copyFromLocalFile(false, true, new Path(local.toUri()), target);
    } finally {
      Files.deleteIfExists(local);
    }
  }

  /** Reads a file of {@code wats calibrate --save}. */
  public static CalibratorFile.Stored read(String file) throws IOException {
    return read(new Path(file), SparkSession.active());
  }

  private static CalibratorFile.Stored read(Path source, SparkSession session) throws IOException {
    FileSystem files = source.getFileSystem(session.sparkContext().hadoopConfiguration());
    new Location(source.toString()).check(files.exists(source), "no such file");
    java.nio.file.Path local = Files.createTempFile("wats", source.getName());
    try {
      files.copyToLocalFile(false, source, new Path(local.toUri()), true);
      return CalibratorFile.read(local);
    } finally {
      Files.deleteIfExists(local);
    }
  }
}
