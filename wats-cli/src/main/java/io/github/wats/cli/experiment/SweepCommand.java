package io.github.wats.cli.experiment;

import io.github.wats.experiment.Plan;
import io.github.wats.experiment.PlanFile;
import io.github.wats.experiment.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wats sweep}: a benchmark of WATS over k and s, the paper's sensitivity tables. */
@Command(
    name = "sweep",
    description = {
      "Fits WATS over a grid of k and s on each trained backbone.",
      "Prints the results beside the paper's values. The same command resumes an interrupted run."
    },
    footer = {
      "",
      "Examples:",
      "  wats sweep --datasets cora",
      "  wats sweep --datasets photo --k 2,4 --s 0.4,1.2 --runs 5"
    })
public final class SweepCommand extends ExperimentCommand {
  @Option(
      names = "--k",
      paramLabel = "K",
      split = ",",
      description = "Orders of the wavelets. Default: 2,3,4,5.")
  private @Nullable List<Integer> orders;

  @Option(
      names = "--s",
      paramLabel = "S",
      split = ",",
      description = "Scales of the wavelets. Default: 0.1,0.4,0.8,1.2,1.6,2.0,2.5.")
  private @Nullable List<Double> scales;

  @Override
  List<Variant> variants(PlanFile file) {
    return Plan.sweep(
        PlanOptions.chosen(orders, file.k(), Plan.ORDERS),
        PlanOptions.chosen(scales, file.s(), Plan.SCALES));
  }
}
