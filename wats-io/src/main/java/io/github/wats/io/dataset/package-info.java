/**
 * The public graphs the field measures on: what they are, where they come from, how they are
 * fetched, checked and prepared. Nothing here touches the network unless a download is asked for.
 * Begin with {@link io.github.wats.io.dataset.Catalogue} and {@link
 * io.github.wats.io.dataset.DataFolder}.
 */
@NullMarked
package io.github.wats.io.dataset;

import org.jspecify.annotations.NullMarked;
