/**
 * The predictions of a classifier and the true classes: logits, probabilities, labels, and the sets
 * of nodes they are used on. All types are immutable and check their values when created. Begin
 * with {@link io.github.wats.prediction.Logits}.
 */
@NullMarked
package io.github.wats.prediction;

import org.jspecify.annotations.NullMarked;
