package io.github.wats.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record component as a setting. Its name is the component's in kebab-case: {@code
 * learning-rate}. Its type is {@code int}, {@code long}, {@code double}, {@code boolean}, an enum,
 * {@code OptionalInt}, {@code List<Double>} or any type with a method {@code static parse(String)}
 * that reads what its {@code toString} writes.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** A one-line description. */
  String help();

  /** The smallest value allowed. */
  double min() default Double.NEGATIVE_INFINITY;

  /** Values must be greater than this. */
  double above() default Double.NEGATIVE_INFINITY;

  /** The largest value allowed. */
  double max() default Double.POSITIVE_INFINITY;

  /** Values must be less than this. */
  double below() default Double.POSITIVE_INFINITY;
}
