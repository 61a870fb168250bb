/**
 * The public benchmark graphs: what they are, where they come from, how they are downloaded,
 * checked and prepared. Nothing here uses the network except {@link DatasetFetcher}. Begin with
 * {@link io.github.wats.io.dataset.Catalogue} and {@link io.github.wats.io.dataset.DataFolder}.
 */
@NullMarked
package io.github.wats.io.dataset;

import org.jspecify.annotations.NullMarked;
