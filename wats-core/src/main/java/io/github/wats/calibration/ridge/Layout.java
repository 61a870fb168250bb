package io.github.wats.calibration.ridge;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Where each group's parameters stand in the vector x: {@code x0}, then K − 1 node columns, M class
 * columns, and where there are any, C scales and C biases.
 */
final class Layout implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The parameters {@code from} to {@code to − 1} of x. */
  record Span(Group group, int from, int to) implements Serializable {
    int width() {
      return to - from;
    }
  }

  private final int classCount;
  private final List<Span> spans;
  private final EnumMap<Group, Span> byGroup; // the same
  private final int nodeColumns;
  private final int classColumns;
  private final int size;

  private Layout(int classCount, Set<Group> groups) {
    this.classCount = classCount;
    List<Span> found = new ArrayList<>();
    int next = 1;
    int node = 1;
    int added = 0;
    for (Group group : EnumSet.copyOf(groups)) {
      int width = group.width(classCount);
      found.add(new Span(group, next, next + width));
      next += width;
      node += group.kind() == Group.Kind.NODE ? width : 0;
      added += group.kind() == Group.Kind.CLASS ? width : 0;
    }
    this.spans = List.copyOf(found);
    this.byGroup = new EnumMap<>(Group.class);
    found.forEach(span -> byGroup.put(span.group(), span));
    this.nodeColumns = node;
    this.classColumns = added;
    this.size = next;
  }

  /** All groups of the ridge, with or without neighbors' labels. */
  static Layout ridge(int classCount, boolean labels) {
    EnumSet<Group> groups = EnumSet.complementOf(EnumSet.of(Group.PREDICTED));
    if (!labels) {
      groups.remove(Group.LABELS);
    }
    return new Layout(classCount, groups);
  }

  /** The groups of which a temperature can be made. */
  static Layout temperature(int classCount) {
    return new Layout(classCount, EnumSet.of(Group.WAVE, Group.PREDICTED));
  }

  int classCount() {
    return classCount;
  }

  List<Span> spans() {
    return spans;
  }

  boolean has(Group group) {
    return byGroup.containsKey(group);
  }

  Span span(Group group) {
    Span span = byGroup.get(group);
    if (span == null) {
      throw new NoSuchElementException("this layout has no group " + group);
    }
    return span;
  }

  /** K: columns that multiply u, the constant 1 of x0 included. */
  int nodeColumns() {
    return nodeColumns;
  }

  /** M: columns that are added. */
  int classColumns() {
    return classColumns;
  }

  /** Whether there are scales and biases. */
  boolean perClass() {
    return size > nodeColumns + classColumns;
  }

  /** p: the number of parameters. */
  int size() {
    return size;
  }

  /** Temperature scaling: {@code x = (1, 0, …)}. */
  double[] start() {
    double[] x = new double[size];
    x[0] = 1;
    return x;
  }
}
