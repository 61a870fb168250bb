package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.prediction.Logits;
import java.util.Arrays;

/** The columns a temperature is made of: the graph around a node and its predicted class. */
final class TemperatureColumns implements Columns {
  private final Logits logits;
  private final double temperature;
  private final WaveColumns wave;

  TemperatureColumns(CalibrationInput input, double temperature) {
    this.logits = input.logits();
    this.temperature = temperature;
    this.wave = WaveColumns.of(input.graph());
  }

  @Override
  public void writeNode(int node, double[] target, int start) {
    wave.write(node, target, start);
    int first = start + WaveColumns.WIDTH;
    Arrays.fill(target, first, first + logits.classCount(), 0);
    target[first + logits.predictedClass(node)] = 1;
  }

  @Override
  public void writeAdded(int node, double[] target, int start) {
    // a temperature adds nothing
  }

  @Override
  public void writeScores(int node, double[] target, int start) {
    Scores.write(logits, temperature, node, target, start);
  }
}
