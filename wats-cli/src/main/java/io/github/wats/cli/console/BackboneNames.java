package io.github.wats.cli.console;

import io.github.wats.nn.Backbone;
import java.util.Iterator;

/** The names of all backbones, for the help of options that take one. */
public final class BackboneNames implements Iterable<String> {
  /** The label of an option that takes one; a test compares it with {@link Backbone#all}. */
  public static final String CHOICES = "gcn|gat|gat-classic|mlp|gcnii";

  @Override
  public Iterator<String> iterator() {
    return Backbone.all().keySet().iterator();
  }
}
