package io.github.wats.cli.experiment;

import io.github.wats.experiment.Plan;
import io.github.wats.experiment.PlanFile;
import io.github.wats.experiment.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wats ablate}: a benchmark of WATS over feature sets, the paper's ablation table. */
@Command(
    name = "ablate",
    description = {
      "Fits WATS with other features, or wavelets of other signals.",
      "Prints the results beside the paper's values. The same command resumes an interrupted run."
    },
    footer = {
      "",
      "Examples:",
      "  wats ablate --datasets cora,citeseer",
      "  wats ablate --features wavelet,degree,degree+clustering --runs 5",
      "  wats ablate --features wavelet,wavelet:degree,wavelet:constant"
    })
public final class AblateCommand extends ExperimentCommand {
  @Option(
      names = "--features",
      paramLabel = "SET",
      split = ",",
      description =
          "Feature sets; wavelet, wavelet:degree or wavelet:constant (wavelets of another base"
              + " signal), or any of degree, betweenness, clustering joined by +. Default: the"
              + " paper's eight and the two other base signals.")
  private @Nullable List<String> features;

  @Override
  List<Variant> variants(PlanFile file) {
    return Plan.ablation(
        PlanOptions.lower(
            PlanOptions.chosen(features, file.features(), Plan.FEATURES_AND_SIGNALS)));
  }
}
