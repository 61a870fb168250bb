package io.github.wats.experiment;

import io.github.wats.calibration.Settings;
import io.github.wats.internal.Check;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.GcnBackbone;
import io.github.wats.nn.Optimization;
import io.github.wats.nn.PaperBackbones;

/** The settings of a backbone by name, as records show them and plans change them. */
final class BackboneSettings {
  private static final String HIDDEN = "hidden";
  private static final String DROPOUT = "dropout";
  private static final String EPOCHS = "epochs";
  private static final String LEARNING_RATE = "learning-rate";
  private static final String WEIGHT_DECAY = "weight-decay";
  private static final String SELF_LOOPS = "self-loops";

  private BackboneSettings() {}

  /** The backbone of a plan on a data set: the paper's settings, the protocol, the plan. */
  static Backbone backbone(Plan plan, String model, String dataset) {
    Backbone backbone = PaperBackbones.of(model, dataset);
    if (backbone instanceof GcnBackbone gcn) {
      backbone = gcn.withSelfLoops(plan.protocol().selfLoops(dataset));
    }
    Settings known = of(backbone);
    Settings changes = plan.settings().getOrDefault(model, Settings.NONE);
    for (String name : changes.names()) {
      Check.argument(
          known.has(name),
          "%s has no setting %s; it has %s",
          model,
          name,
          String.join(", ", known.names()));
    }
    return with(backbone, known.withAll(changes));
  }

  /** Every setting that can be changed, in a fixed order. */
  static Settings of(Backbone backbone) {
    Optimization optimization = backbone.optimization();
    Settings settings =
        Settings.NONE
            .with(HIDDEN, backbone.hidden())
            .with(DROPOUT, backbone.dropout())
            .with(EPOCHS, optimization.epochs())
            .with(LEARNING_RATE, optimization.learningRate())
            .with(WEIGHT_DECAY, optimization.weightDecay());
    return backbone instanceof GcnBackbone gcn
        ? settings.with(SELF_LOOPS, gcn.selfLoops())
        : settings;
  }

  private static Backbone with(Backbone backbone, Settings settings) {
    Backbone changed =
        backbone
            .withHidden(settings.integer(HIDDEN))
            .withDropout(settings.number(DROPOUT))
            .withOptimization(
                new Optimization(
                    settings.integer(EPOCHS),
                    settings.number(LEARNING_RATE),
                    settings.number(WEIGHT_DECAY)));
    return changed instanceof GcnBackbone gcn
        ? gcn.withSelfLoops(settings.truth(SELF_LOOPS))
        : changed;
  }
}
