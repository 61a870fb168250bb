from pyspark.sql import DataFrame, SparkSession
spark = SparkSession.builder.getOrCreate()
wats = spark._jvm.io.github.wats.spark
nodes = spark.read.parquet("nodes.parquet")
spark.read.parquet("edges.parquet").createOrReplaceTempView("edges")

features = wats.GraphWavelets().setEdges("edges").transform(nodes._jdf).persist()
model = wats.GraphCalibrator().setMethod("ridge").setEdges("edges").fit(features)
calibrated = DataFrame(model.transform(features), spark)
print("ECE", wats.CalibrationEvaluator().setMetricName("ece").evaluate(calibrated._jdf))
calibrated.select("id", "probabilities").write.parquet("calibrated.parquet")
model.toFile("model.json")
