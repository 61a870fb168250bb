package io.github.wats.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * The results of one block: arrays, which become rows when they are read.
 *
 * @param codes what stands for the ids in tables (n)
 * @param values one row of numbers per node (n × width)
 */
record BlockResults(long[] codes, int[] degrees, double[] values, int width)
    implements Serializable {
  static final DataType ARRAY = DataTypes.createArrayType(DataTypes.DoubleType);

  static BlockResults of(NodeKeys keys, Block block, double[] values, int width) {
    int[] degrees = new int[block.nodeCount()];
    Arrays.setAll(degrees, block::degree);
    return new BlockResults(
        Arrays.stream(block.keys()).map(keys::code).toArray(), degrees, values, width);
  }

  /** (code, degree, values). */
  Iterator<Row> rows() {
    return IntStream.range(0, codes.length).mapToObj(this::row).iterator();
  }

  private Row row(int i) {
    double[] own = Arrays.copyOfRange(values, i * width, (i + 1) * width);
    return RowFactory.create(codes[i], (long) degrees[i], own);
  }
}
