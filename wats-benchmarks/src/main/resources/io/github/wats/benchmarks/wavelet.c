/* Times reading the columns of a CSR graph and summing x over the neighbors of each node, one thread.
 *
 *     wavelet CSR_FILE ROUNDS
 *
 * CSR_FILE holds int32: nodes, entries, offsets (nodes + 1), columns (entries). Prints a line for each:
 * name, best seconds, the sum of what was computed, to compare.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int32_t *read_ints(FILE *in, size_t count) {
  int32_t *values = malloc(count * sizeof *values);
  if (!values || fread(values, sizeof *values, count, in) != count) {
    fprintf(stderr, "cannot read %zu numbers\n", count);
    exit(1);
  }
  return values;
}

static double read_columns(const int32_t *columns, int entries) {
  uint32_t sum = 0;
  for (int k = 0; k < entries; k++) sum += (uint32_t)columns[k];
  return sum;
}

static double product(const int32_t *offsets, const int32_t *columns, int nodes, const double *x, double *y) {
  double total = 0;
  for (int i = 0; i < nodes; i++) {
    int k = offsets[i], end = offsets[i + 1];
    double a = 0, b = 0, c = 0, d = 0;
    for (; k + 3 < end; k += 4) {
      a += x[columns[k]];
      b += x[columns[k + 1]];
      c += x[columns[k + 2]];
      d += x[columns[k + 3]];
    }
    for (; k < end; k++) a += x[columns[k]];
    total += y[i] = (a + b) + (c + d);
  }
  return total;
}

int main(int count, char **arguments) {
  FILE *in = count == 3 ? fopen(arguments[1], "rb") : NULL;
  if (!in) {
    fprintf(stderr, "usage: wavelet CSR_FILE ROUNDS\n");
    return 2;
  }
  int32_t *size = read_ints(in, 2);
  int nodes = size[0], entries = size[1], rounds = atoi(arguments[2]);
  int32_t *offsets = read_ints(in, (size_t)nodes + 1), *columns = read_ints(in, (size_t)entries);
  double *x = malloc(sizeof *x * (size_t)nodes), *y = malloc(sizeof *y * (size_t)nodes);
  for (int i = 0; i < nodes; i++) {
    int degree = offsets[i + 1] - offsets[i];
    x[i] = log1p(2.0 * (degree + 1)) / sqrt(degree > 1 ? degree : 1);
  }
  double best_read = INFINITY, best_product = INFINITY, sum_read = 0, sum_product = 0;
  for (int round = 0; round < rounds; round++) {
    double start = now();
    sum_read = read_columns(columns, entries);
    double middle = now();
    sum_product = product(offsets, columns, nodes, x, y);
    double end = now();
    best_read = fmin(best_read, middle - start);
    best_product = fmin(best_product, end - middle);
  }
  printf("C read of the columns\t%.9f\t%.17g\n", best_read, sum_read);
  printf("C product\t%.9f\t%.17g\n", best_product, sum_product);
  return 0;
}
