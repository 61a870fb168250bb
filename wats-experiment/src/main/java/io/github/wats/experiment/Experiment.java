package io.github.wats.experiment;

import io.github.wats.experiment.Speeds.Size;
import io.github.wats.experiment.Trial.Trained;
import io.github.wats.features.GraphFeatures;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.json.TypedJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan in a folder: trains each network once, fits every variant on it, and records each fit
 * as soon as it is done. Fits that have a record are not repeated. Runs go side by side, one per
 * thread; which thread does what, and in which order, changes no number.
 */
public final class Experiment {
  private final Plan plan;
  private final ExperimentFolder folder;
  private final Options options;
  private final Map<String, Dataset> datasets = new LinkedHashMap<>();
  private final Map<String, GraphFeatures> features = new LinkedHashMap<>();
  private final Tally tally;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private Experiment(
      Plan plan, ExperimentFolder folder, Options options, ExperimentListener listener) {
    this.plan = plan;
    this.folder = folder;
    this.options = options;
    this.tally = new Tally(plan, folder, options.threads(), listener);
  }

  /**
   * How to run, without effect on the results.
   *
   * @param threads how many to use
   * @param retryFailed whether to try again what failed before
   * @param version of this program, for the records
   */
  public record Options(int threads, boolean retryFailed, String version) {}

  /**
   * Does what is missing and returns the records of the plan in its order.
   *
   * @throws IllegalArgumentException if the plan names something unknown, or the folder holds
   *     results of another plan that would not fit
   */
  public static List<FitRecord> run(
      Plan plan,
      ExperimentFolder folder,
      DatasetSource source,
      Options options,
      ExperimentListener listener)
      throws IOException {
    PlanCheck.names(plan);
    PlanCheck.fits(plan, folder);
    Experiment experiment = new Experiment(plan, folder, options, listener);
    Map<FitKey, FitRecord> records = folder.records();
    List<Work> missing = plan.missing(key -> experiment.isMissing(records.get(key)));
    experiment.load(missing, source);
    folder.write(
        ExperimentFolder.PLAN,
        TypedJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(plan.asMap()) + "\n");
    experiment.work(missing);
    folder.order(plan.keys());
    return experiment.tally.records();
  }

  private boolean isMissing(@Nullable FitRecord record) {
    return record == null || (options.retryFailed() && record.failure().isPresent());
  }

  private void load(List<Work> missing, DatasetSource source) throws IOException {
    for (Work work : missing) {
      String name = work.task().dataset();
      if (!datasets.containsKey(name)) {
        Dataset dataset = source.load(name);
        datasets.put(name, dataset);
        PlanCheck.sameData(folder, name, dataset.fingerprint());
        if (plan.isGrid()) {
          features.put(name, GraphFeatures.of(dataset.graph()));
        }
      }
    }
  }

  /** The longest first, so that no thread is left alone with a long one at the end. */
  private void work(List<Work> missing) throws IOException {
    Speeds speeds = new Speeds(folder.records().values());
    tally.expect(missing.stream().mapToDouble(work -> cost(work, speeds)).sum());
    Queue<Work> queue = new ConcurrentLinkedQueue<>();
    missing.stream()
        .sorted(Comparator.comparingDouble(work -> -cost(work, speeds)))
        .forEach(queue::add);
    int workers = Math.min(options.threads(), missing.size());
    List<ForkJoinPool> pools = new ArrayList<>();
    List<ForkJoinTask<?>> jobs = new ArrayList<>();
    for (int w = 0; w < workers; w++) {
      int share = options.threads() / workers + (w < options.threads() % workers ? 1 : 0);
      ForkJoinPool pool = new ForkJoinPool(share);
      pools.add(pool);
      jobs.add(pool.submit(() -> drain(queue, speeds)));
    }
    try {
      for (ForkJoinTask<?> job : jobs) {
        job.get();
      }
    } catch (InterruptedException interrupted) {
      failure.compareAndSet(null, interrupted);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      pools.forEach(ForkJoinPool::shutdownNow);
    }
    Throwable failed = failure.get();
    if (failed != null) {
      throw failed instanceof IOException full ? full : new IOException(reason(failed), failed);
    }
  }

  private double cost(Work work, Speeds speeds) {
    Dataset dataset = dataset(work.task());
    Size size = new Size(dataset.nodeCount(), dataset.graph().edgeCount(), dataset.classCount());
    return work.seconds(speeds, size);
  }

  /** Works until nothing is left; the first failure, such as a full disk, stops all threads. */
  private void drain(Queue<Work> queue, Speeds speeds) {
    try {
      for (Work work = queue.poll(); work != null && !isStopped(); work = queue.poll()) {
        long begin = System.nanoTime();
        run(work);
        tally.finished(cost(work, speeds), (System.nanoTime() - begin) / 1e9);
      }
    } catch (IOException | RuntimeException | Error failed) {
      failure.compareAndSet(null, failed);
    }
  }

  private boolean isStopped() {
    return failure.get() != null;
  }

  private void run(Work work) throws IOException {
    Trial trial =
        new Trial(
            plan,
            work.task(),
            dataset(work.task()),
            Optional.ofNullable(features.get(work.task().dataset())),
            options.version());
    Trained trained;
    try {
      tally.begin(work.task().label() + " training");
      trained = trial.train();
    } catch (RuntimeException | OutOfMemoryError failed) {
      for (Variant variant : work.variants()) {
        tally.record(trial.failed(variant, "training failed: " + reason(failed)));
      }
      return;
    }
    for (Variant variant : work.variants()) {
      if (isStopped()) {
        return;
      }
      tally.begin(work.task().label() + " " + variant.label());
      tally.record(fit(trial, variant, trained));
    }
  }

  private static FitRecord fit(Trial trial, Variant variant, Trained trained) {
    try {
      return trial.fit(variant, trained);
    } catch (RuntimeException | OutOfMemoryError failed) {
      return trial.failed(variant, reason(failed));
    }
  }

  private static String reason(Throwable failed) {
    if (failed instanceof OutOfMemoryError) {
      return "out of memory with a heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MB";
    }
    String message = failed.getMessage();
    return message == null || message.isBlank() ? failed.toString() : message;
  }

  private Dataset dataset(Task task) {
    return Objects.requireNonNull(datasets.get(task.dataset()), "data sets are loaded first");
  }
}
