package io.github.wats.spark;

import static org.apache.spark.ml.functions.array_to_vector;
import static org.apache.spark.sql.functions.slice;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.internal.Check;
import java.util.Collections;
import java.util.List;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Adds {@code A x, A² x, …, A^k x} of a column of numbers x to a table of nodes, as {@code
 * outputCol_1} and so on: features of SIGN (Frasca et al. 2020). A is the adjacency matrix, divided
 * by the degrees: {@code D⁻¹ A} (row) or {@code D^(−1/2) A D^(−1/2)} (symmetric). The rows of
 * isolated nodes are zero.
 */
public final class GraphPropagation extends Transformer
    implements GraphStage<GraphPropagation>, DefaultParamsWritable {
  static final String INPUT = "inputCol";

  private static final long serialVersionUID = 1L;
  private static final String ALL = "wats_propagated";

  private final StageParams parameters;

  public GraphPropagation() {
    this(Identifiable$.MODULE$.randomUID("graphPropagation"));
  }

  /** A stage with the given uid. */
  public GraphPropagation(String uid) {
    parameters = new StageParams(this, uid);
    parameters
        .addGraph()
        .add(INPUT, "column of x: array of numbers, or vector", "features")
        .add("outputCol", "what the columns that are added begin with", "propagated")
        .add("k", "the largest power of A", 3)
        .add("normalization", "row or symmetric", "symmetric");
  }

  @Override
  public StageParams parameters() {
    return parameters;
  }

  @Override
  public Param<?>[] params() {
    return parameters.all();
  }

  @Override
  public StructType transformSchema(StructType schema) {
    TableColumn.ID.check(schema, this);
    TableColumn.LOGITS.check(schema, this);
    int k = value("k", Integer.class);
    String rule = "k must be in 1 … %d, because all rounds are one job, got %d";
    Check.argument(k >= 1 && k <= GraphWavelets.MOST_ROUNDS, rule, GraphWavelets.MOST_ROUNDS, k);
    String normalization = text("normalization");
    boolean known = List.of("row", "symmetric").contains(normalization);
    Check.argument(known, "normalization must be row or symmetric, got %s", normalization);
    boolean vector = TableColumn.isVector(schema.apply(text(INPUT)).dataType());
    StructType extended = schema;
    for (int power = 1; power <= k; power++) {
      StructField array = GraphBlocks.array(text("outputCol") + "_" + power, Metadata.empty());
      StructField column =
          vector
              ? new StructField(array.name(), SQLDataTypes.VectorType(), true, Metadata.empty())
              : array;
      extended = NodeTable.extended(extended, column);
    }
    return extended;
  }

  /** Adds the columns; eager, as {@link GraphWavelets#transform}. */
  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    StructType schema = transformSchema(nodes.schema());
    try (GraphBlocks graph = GraphBlocks.of(nodes, this)) {
      int width = graph.table().classCount();
      int k = value("k", Integer.class);
      Powers recipe = new Powers(k, width, text("normalization").equals("symmetric"));
      String degree = ALL + "_degree";
      StructField all = GraphBlocks.array(ALL, Metadata.empty());
      Dataset<Row> result =
          graph.attach("propagation, " + k + " rounds", degree, all, recipe, width);
      for (int power = 1; power <= k; power++) {
        Column part = slice(NodeTable.quoted(ALL), (power - 1) * width + 1, width);
        String name = text("outputCol") + "_" + power;
        boolean vector = TableColumn.isVector(schema.apply(name).dataType());
        result = result.withColumn(name, vector ? array_to_vector(part) : part);
      }
      return result.drop(ALL, degree);
    }
  }

  /** The recipe: with {@code z = D^(−1/2) x}, {@code A x = D^(1/2) D⁻¹ A z} where symmetric. */
  private record Powers(int k, int columns, boolean symmetric) implements NodeInputs {
    private double root(NodeView node) {
      return symmetric ? Math.sqrt(node.degree()) : 1;
    }

    @Override
    public boolean readsDegree() {
      return true;
    }

    @Override
    public List<Integer> rounds() {
      return Collections.nCopies(k, columns);
    }

    @Override
    public int width() {
      return k * columns;
    }

    @Override
    public void writeRound(int round, NodeView node, double[] target, int start) {
      if (node.degree() == 0) {
        return; // no neighbor reads it
      }
      if (round > 0) { // D^(−1/2) D^(1/2) D⁻¹ A z
        node.copyMeans(round - 1, 0, columns, target, start);
        return;
      }
      for (int c = 0; c < columns; c++) {
        target[start + c] = node.logit(c) / root(node);
      }
    }

    @Override
    public void write(NodeView node, double[] target, int start) {
      for (int round = 0; round < k && node.degree() > 0; round++) {
        node.copyMeans(round, 0, columns, target, start + round * columns);
      }
      for (int c = start; c < start + width(); c++) {
        target[c] *= root(node);
      }
    }
  }

  @Override
  public GraphPropagation copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved stage; Spark calls this method when it loads a pipeline. */
  public static MLReader<GraphPropagation> read() {
    return new DefaultParamsReadable<GraphPropagation>() {}.read();
  }
}
