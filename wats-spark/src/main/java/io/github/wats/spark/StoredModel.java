package io.github.wats.spark;

import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.io.model.CalibratorFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;

/** Transfers a fitted calibrator: as bytes to executors, as files to any Hadoop file system. */
final class StoredModel {
  private static final String FILE = "calibrator.json";

  private StoredModel() {}

  // ---- to executors: Java's serialization, whichever serializer Spark uses ----

  static byte[] toBytes(FittedCalibrator calibrator) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(calibrator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static FittedCalibrator fromBytes(byte[] bytes) {
    try (ObjectInputStream in = new OwnClasses(new ByteArrayInputStream(bytes))) {
      return (FittedCalibrator) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("executors run another version of wats than the driver", e);
    }
  }

  /** Finds our classes also if Spark has loaded them from a jar of the user. */
  private static final class OwnClasses extends ObjectInputStream {
    OwnClasses(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, FittedCalibrator.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }

  // ---- to files ----

  /** Writes Spark's metadata, and the calibrator beside it. */
  static final class Writer extends MLWriter {
    private final FittedCalibrator calibrator;
    private final Supplier<MLWriter> metadata;

    Writer(FittedCalibrator calibrator, Supplier<MLWriter> metadata) {
      this.calibrator = calibrator;
      this.metadata = metadata;
    }

    @Override
    public void saveImpl(String path) {
      try {
        metadata.get().session(sparkSession()).save(path);
        write(calibrator, new Path(path, FILE), configuration(sparkSession()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Reads both. */
  static final class Reader extends MLReader<GraphCalibratorModel> {
    @Override
    public GraphCalibratorModel load(String path) {
      GraphCalibratorModel parameters =
          new DefaultParamsReadable<GraphCalibratorModel>() {}.read()
              .session(sparkSession())
              .load(path);
      try {
        return parameters.withCalibrator(
            StoredModel.read(new Path(path, FILE), configuration(sparkSession())));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Writes a file of {@code wats calibrate --save}, and the archive beside it if there is one. */
  static void write(FittedCalibrator calibrator, Path target, Configuration configuration)
      throws IOException {
    java.nio.file.Path local = Files.createTempDirectory("wats");
    try {
      CalibratorFile.write(local.resolve(target.getName()), calibrator, Map.of("from", "Spark"));
      FileSystem files = target.getFileSystem(configuration);
      try (Stream<java.nio.file.Path> written = Files.list(local)) {
        for (java.nio.file.Path file : written.toList()) {
          Path copy = new Path(folder(target), String.valueOf(file.getFileName()));
          files.copyFromLocalFile(false, true, new Path(file.toUri()), copy);
        }
      }
    } finally {
      delete(local);
    }
  }

  /** Reads such a file. */
  static FittedCalibrator read(Path source, Configuration configuration) throws IOException {
    java.nio.file.Path local = Files.createTempDirectory("wats");
    try {
      FileSystem files = source.getFileSystem(configuration);
      String stem = source.getName().replaceFirst("\\.json$", "");
      for (FileStatus file : files.listStatus(folder(source))) {
        String name = file.getPath().getName();
        if (file.isFile() && (name.equals(source.getName()) || name.equals(stem + ".npz"))) {
          java.nio.file.Path copy = local.resolve(name);
          files.copyToLocalFile(false, file.getPath(), new Path(copy.toUri()), true);
        }
      }
      return CalibratorFile.read(local.resolve(source.getName())).calibrator();
    } finally {
      delete(local);
    }
  }

  private static Path folder(Path file) {
    return file.getParent() == null ? new Path(".") : file.getParent();
  }

  private static Configuration configuration(SparkSession session) {
    return session.sparkContext().hadoopConfiguration();
  }

  private static void delete(java.nio.file.Path folder) throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(folder)) {
      for (java.nio.file.Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
