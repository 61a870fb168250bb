/**
 * Tables in Parquet and JSON, read and written by DuckDB. {@link
 * io.github.wats.parquet.ParquetFormat} is found by {@link java.util.ServiceLoader}; nothing else
 * depends on this module.
 */
@NullMarked
package io.github.wats.parquet;

import org.jspecify.annotations.NullMarked;
