package io.github.wats.experiment;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.internal.Check;
import java.util.Map;

/** Refuses plans that cannot run, before anything runs. */
public final class PlanCheck {
  private PlanCheck() {}

  /** Throws unless all models, methods and settings of the plan are known. */
  public static void names(Plan plan) {
    for (String dataset : plan.datasets()) {
      for (String model : plan.models()) {
        plan.backbone(model, dataset);
      }
      for (Variant variant : plan.variants()) {
        Trial.calibrator(plan, variant, dataset);
      }
    }
    for (String owner : plan.settings().keySet()) {
      boolean used =
          plan.models().contains(owner)
              || plan.variants().stream().anyMatch(variant -> variant.method().equals(owner));
      Check.argument(
          used, "settings must be of a method or model of the plan, got some of %s", owner);
    }
  }

  /** A folder holds one experiment: its records and the plan agree wherever both apply. */
  static void fits(Plan plan, ExperimentFolder folder) {
    for (FitRecord record : folder.records().values()) {
      Task task = record.key().task();
      Variant variant = record.key().variant();
      long seed = record.info().seed() - task.run();
      Check.argument(
          record.info().protocol() == plan.protocol() && seed == plan.seed(),
          "%s holds results of protocol %s and seed %d, the plan has %s and %d: use another folder",
          folder.path(),
          record.info().protocol(),
          seed,
          plan.protocol(),
          plan.seed());
      boolean planned = plan.datasets().contains(task.dataset());
      if (planned && plan.variants().contains(variant)) {
        Map<String, Object> settings = Trial.settings(plan, variant, task.dataset());
        same(folder, record, completed(record), settings);
      }
      if (planned && plan.models().contains(task.model())) {
        Map<String, Object> settings = plan.backbone(task.model(), task.dataset()).settings();
        same(folder, record, record.info().backbone(), settings);
      }
    }
  }

  /** The settings of a record; those it lacks, which an older version did not have, at default. */
  private static Map<String, Object> completed(FitRecord record) {
    Method method = Methods.named(record.key().variant().method());
    return method.settings(method.calibrator(record.settings()));
  }

  /** The data set is the one the folder's results are from. */
  static void sameData(ExperimentFolder folder, String name, String fingerprint) {
    for (FitRecord record : folder.records().values()) {
      String recorded = record.info().data();
      Check.argument(
          !record.key().task().dataset().equals(name) || recorded.equals(fingerprint),
          "%s holds results of %s with SHA-256 %s, the data now have %s: use another folder",
          folder.path(),
          name,
          recorded,
          fingerprint);
    }
  }

  private static void same(
      ExperimentFolder folder,
      FitRecord record,
      Map<String, Object> recorded,
      Map<String, Object> planned) {
    Check.argument(
        recorded.equals(planned),
        "%s holds a result of %s with the settings %s, the plan has %s: use another folder",
        folder.path(),
        record.key().label(),
        recorded,
        planned);
  }
}
