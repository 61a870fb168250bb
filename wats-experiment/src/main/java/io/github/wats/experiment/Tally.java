package io.github.wats.experiment;

import io.github.wats.experiment.ExperimentListener.Progress;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Writes records and reports progress to the listener. */
final class Tally {
  private final ExperimentFolder folder;
  private final ExperimentListener listener;
  private final List<FitKey> keys;
  private final int threads;
  private final Set<FitKey> done = new HashSet<>();
  private final Set<FitKey> failed = new HashSet<>();
  private final Map<Thread, String> running = new LinkedHashMap<>();
  private double estimatedLeft; // seconds on one thread, as estimated before
  private double estimatedDone;
  private double spent; // what that part really took

  Tally(Plan plan, ExperimentFolder folder, int threads, ExperimentListener listener) {
    this.folder = folder;
    this.listener = listener;
    this.keys = plan.keys();
    this.threads = threads;
    records().forEach(this::count);
  }

  /** The work ahead is estimated to take so long on one thread. */
  synchronized void expect(double seconds) {
    estimatedLeft = seconds;
    tell();
  }

  /** The calling thread begins something. */
  synchronized void begin(String label) {
    running.put(Thread.currentThread(), label);
    tell();
  }

  /** Writes a record; when this returns it is on the disk. */
  synchronized void record(FitRecord record) throws IOException {
    folder.append(record);
    count(record);
    tell();
  }

  /** The calling thread is done with what was estimated to take {@code estimated} seconds. */
  synchronized void finished(double estimated, double seconds) {
    running.remove(Thread.currentThread());
    estimatedLeft -= estimated;
    estimatedDone += estimated;
    spent += seconds;
    tell();
  }

  /** The records of the plan, in its order. */
  List<FitRecord> records() {
    Map<FitKey, FitRecord> records = folder.records();
    return keys.stream().flatMap(key -> Stream.ofNullable(records.get(key))).toList();
  }

  private void count(FitRecord record) {
    done.add(record.key());
    if (record.failure().isPresent()) {
      failed.add(record.key());
    } else {
      failed.remove(record.key());
    }
  }

  private void tell() {
    double pace = estimatedDone > 0 ? spent / estimatedDone : 1;
    listener.changed(
        new Progress(
            done.size(),
            keys.size(),
            failed.size(),
            List.copyOf(running.values()),
            Math.max(0, estimatedLeft) * pace / threads));
  }
}
