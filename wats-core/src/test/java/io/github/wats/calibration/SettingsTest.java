package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void readsNumbersFromTextsAsACommandLineGivesThem() {
    Settings settings = Settings.NONE.with("k", "3").with("s", " 0.8 ").with("loops", "TRUE");
    assertThat(settings.integer("k")).isEqualTo(3);
    assertThat(settings.number("s")).isEqualTo(0.8);
    assertThat(settings.truth("loops")).isTrue();
  }

  @Test
  void saysWhichSettingIsNoNumber() {
    Settings settings = Settings.NONE.with("k", "three").with("h", 2.5);
    assertThatThrownBy(() -> settings.integer("k")).hasMessage("k must be a number, got three");
    assertThatThrownBy(() -> settings.integer("h")).hasMessage("h must be a whole number, got 2.5");
  }

  @Test
  void listsTheChoicesWhenNoneFits() {
    Settings settings = Settings.NONE.with("early-stopping", "validation");
    assertThatThrownBy(() -> settings.choice("early-stopping", EarlyStopping.class))
        .hasMessage("early-stopping must be one of training-nodes, held-out, none, got validation");
  }

  @Test
  void keepsTheOrderOfTheFirstMention() {
    Settings settings = Settings.NONE.with("b", 1).with("a", 2).with("b", 3);
    assertThat(settings.asMap().keySet()).containsExactly("b", "a");
    assertThat(settings.integer("b")).isEqualTo(3);
  }

  @Test
  void epochsFollowTheRuleOfEarlyStoppingUnlessGiven() {
    Settings defaults = Training.addDefaultsTo(Settings.NONE);
    assertThat(Training.from(defaults).epochs()).isEqualTo(200);
    Settings stopping = defaults.with(Training.EARLY_STOPPING, EarlyStopping.TRAINING_NODES);
    assertThat(Training.from(stopping)).isEqualTo(Training.AUTHORS);
    assertThat(Training.from(stopping.with(Training.EPOCHS, 7)).epochs()).isEqualTo(7);
  }
}
