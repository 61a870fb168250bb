package io.github.wats.cli.experiment;

import io.github.wats.cli.calibrate.MethodsCommand;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.PlanFile;
import io.github.wats.experiment.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wats benchmark}: the paper's main table. */
@Command(
    name = "benchmark",
    description = {
      "Compares methods over data sets, networks and runs.",
      "Prints the results beside the paper's values. The same command resumes an interrupted run."
    },
    footer = {
      "",
      "Examples:",
      "  wats benchmark --datasets cora,photo --models gcn --runs 3",
      "  wats benchmark --protocol authors -o authors",
      "  wats benchmark --datasets synthetic --methods ts,wats --set wats:epochs=50",
      "  wats benchmark --methods ts,ridge,ridge:mode=keep-class,wats:k=3 --runs 20"
    })
public final class BenchmarkCommand extends ExperimentCommand {
  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = MethodsCommand.SEPARATOR,
      splitSynopsisLabel = ",",
      description =
          "Methods to fit; one method may occur with different settings, such as"
              + " ridge,ridge:mode=keep-class,wats:k=3:s=0.8; ts:validation=50 is fitted on 50 of"
              + " the validation nodes, ts:validation=20-per-class on 20 of each class. Default:"
              + " uncalibrated,ts,vs,ets,cagcn,gats,gets,wats.")
  private @Nullable List<String> methods;

  @Override
  List<Variant> variants(PlanFile file) {
    return PlanOptions.lower(PlanOptions.chosen(methods, file.methods(), Plan.METHODS)).stream()
        .map(Variant::parse)
        .toList();
  }

  @Override
  List<String> usualModels() {
    return Plan.MODELS;
  }
}
