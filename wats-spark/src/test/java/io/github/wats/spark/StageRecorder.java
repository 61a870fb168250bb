package io.github.wats.spark;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.SparkSession;

/** Adds up what stages report, by the description of their job. */
final class StageRecorder extends SparkListener {
  /**
   * What the stages of one description did.
   *
   * @param jobs their number
   * @param processor seconds of processor time of their tasks
   * @param written shuffle bytes of each stage, in the order of their completion
   * @param stored bytes of RDDs that were put on disk, as the storage level says or because the
   *     memory was full
   */
  record Step(
      int jobs,
      int stages,
      double seconds,
      double processor,
      long written,
      long spilled,
      long stored) {}

  private final Map<Integer, String> names = new ConcurrentHashMap<>();
  private final Map<String, Step> steps = new LinkedHashMap<>();
  private final Set<String> onDisk = new HashSet<>();
  private String running = "other";

  static StageRecorder in(SparkSession session) {
    StageRecorder recorder = new StageRecorder();
    session.sparkContext().addSparkListener(recorder);
    return recorder;
  }

  @Override
  public synchronized void onJobStart(SparkListenerJobStart job) {
    String name = job.properties().getProperty("spark.job.description", "other");
    for (int k = 0; k < job.stageIds().length(); k++) {
      names.putIfAbsent((Integer) job.stageIds().apply(k), name);
    }
    running = name;
    add(name, new Step(1, 0, 0, 0, 0, 0, 0));
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted stage) {
    var info = stage.stageInfo();
    double millis = (Long) info.completionTime().get() - (Long) info.submissionTime().get();
    add(
        names.getOrDefault(info.stageId(), "other"),
        new Step(
            0,
            1,
            millis / 1e3,
            info.taskMetrics().executorCpuTime() / 1e9,
            info.taskMetrics().shuffleWriteMetrics().bytesWritten(),
            info.taskMetrics().diskBytesSpilled(),
            0));
  }

  @Override
  public synchronized void onBlockUpdated(SparkListenerBlockUpdated block) {
    var info = block.blockUpdatedInfo();
    if (info.blockId().isRDD() && info.diskSize() > 0 && onDisk.add(info.blockId().name())) {
      add(running, new Step(0, 0, 0, 0, 0, 0, info.diskSize()));
    }
  }

  private void add(String name, Step more) {
    steps.merge(
        name,
        more,
        (a, b) ->
            new Step(
                a.jobs + b.jobs,
                a.stages + b.stages,
                a.seconds + b.seconds,
                a.processor + b.processor,
                a.written + b.written,
                a.spilled + b.spilled,
                a.stored + b.stored));
  }

  /** What was reported so far, all events included. */
  Map<String, Step> steps(SparkSession session) {
    try {
      session.sparkContext().listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
    synchronized (this) {
      return new LinkedHashMap<>(steps);
    }
  }

  /** The steps whose description begins so. */
  Collection<Step> steps(SparkSession session, String beginning) {
    return steps(session).entrySet().stream()
        .filter(step -> step.getKey().startsWith(beginning))
        .map(Map.Entry::getValue)
        .toList();
  }
}
