/**
 * Fitted calibrators as ONNX models, for programs without a JVM. Begin with {@link
 * io.github.wats.io.onnx.OnnxFile}. The few messages of the format are written by hand, so there is
 * no library for it.
 */
@NullMarked
package io.github.wats.io.onnx;

import org.jspecify.annotations.NullMarked;
