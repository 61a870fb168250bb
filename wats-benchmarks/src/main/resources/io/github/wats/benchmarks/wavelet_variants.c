/* Ways to sum x over the neighbors of each node that WATS does not use, and what they would cost: one thread.
 *
 *     wavelet_variants CSR_FILE ROUNDS
 *
 * CSR_FILE holds int32: nodes, entries, offsets (nodes + 1), columns (entries), columns rising within a row, the
 * matrix symmetric. Prints a line for each way: name, best seconds of a product, seconds of the conversion to its
 * layout. Sums that differ from the plain loop's by more than rounding end the program.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHUNK = 4096 }; /* rows of one visit to all blocks of columns */

static int nodes, entries, rounds;
static int32_t *offsets, *columns;
static double *x, *y, *expected;
static float *x_float;
static double *pairs; /* x and y of a node side by side */
static int32_t *diagonal; /* the first entry of each row beyond the node itself */
static uint16_t *block_columns;
static int32_t *segments; /* starts in block_columns by chunk, block and row */
static int block_bits;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void *room(size_t bytes) {
  void *memory = malloc(bytes + 64);
  if (!memory) {
    fprintf(stderr, "no room for %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static int32_t *read_ints(FILE *in, size_t count) {
  int32_t *values = room(count * sizeof *values);
  if (fread(values, sizeof *values, count, in) != count) {
    fprintf(stderr, "cannot read %zu numbers\n", count);
    exit(1);
  }
  return values;
}

static int least(int a, int b) { return a < b ? a : b; }

static void plain_four(void) {
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
    y[i] = (a + b) + (c + d);
  }
}

static void plain_eight(void) {
  for (int i = 0; i < nodes; i++) {
    int k = offsets[i], end = offsets[i + 1];
    double s[8] = {0};
    for (; k + 7 < end; k += 8)
      for (int j = 0; j < 8; j++) s[j] += x[columns[k + j]];
    for (; k < end; k++) s[0] += x[columns[k]];
    y[i] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
  }
}

static void float_vector(void) {
  for (int i = 0; i < nodes; i++) {
    int k = offsets[i], end = offsets[i + 1];
    double a = 0, b = 0, c = 0, d = 0;
    for (; k + 3 < end; k += 4) {
      a += x_float[columns[k]];
      b += x_float[columns[k + 1]];
      c += x_float[columns[k + 2]];
      d += x_float[columns[k + 3]];
    }
    for (; k < end; k++) a += x_float[columns[k]];
    y[i] = (a + b) + (c + d);
  }
}

/* Each edge once: x of the far end is added here, x of this end there. */
static void symmetric(void) {
  for (int i = 0; i < nodes; i++) {
    pairs[2 * i] = x[i];
    pairs[2 * i + 1] = 0;
  }
  for (int i = 0; i < nodes; i++) {
    double sum = 0, own = x[i];
    for (int k = diagonal[i]; k < offsets[i + 1]; k++) {
      double *far = pairs + 2 * (size_t)columns[k];
      sum += far[0];
      far[1] += own;
    }
    pairs[2 * i + 1] += sum;
  }
  for (int i = 0; i < nodes; i++) y[i] = pairs[2 * i + 1];
}

/* 16-bit columns, sorted by chunks of rows, then blocks of columns, then rows. */
static void make_blocks(void) {
  int blocks = ((nodes - 1) >> block_bits) + 1, mask = (1 << block_bits) - 1, written = 0;
  size_t segment = 0;
  int32_t *next = room(CHUNK * sizeof *next);
  block_columns = room(2 * (size_t)entries);
  segments = room(4 * ((size_t)nodes * blocks + 1));
  for (int from = 0; from < nodes; from += CHUNK) {
    int to = least(nodes, from + CHUNK);
    for (int i = from; i < to; i++) next[i - from] = offsets[i];
    for (int b = 0; b < blocks; b++) {
      long limit = (long)(b + 1) << block_bits;
      for (int i = from; i < to; i++) {
        int low = next[i - from], high = offsets[i + 1], start = low;
        while (low < high) {
          int middle = (low + high) >> 1;
          if (columns[middle] < limit) low = middle + 1;
          else high = middle;
        }
        segments[segment++] = written;
        for (int k = start; k < low; k++) block_columns[written++] = (uint16_t)(columns[k] & mask);
        next[i - from] = low;
      }
    }
  }
  segments[segment] = written;
  free(next);
}

static void blocked(void) {
  int blocks = ((nodes - 1) >> block_bits) + 1;
  size_t segment = 0;
  for (int from = 0; from < nodes; from += CHUNK) {
    int to = least(nodes, from + CHUNK);
    memset(y + from, 0, (size_t)(to - from) * sizeof *y);
    for (int b = 0; b < blocks; b++) {
      const double *slice = x + ((size_t)b << block_bits);
      for (int i = from; i < to; i++, segment++) {
        int k = segments[segment], end = segments[segment + 1];
        double s[8] = {0};
        for (; k + 7 < end; k += 8)
          for (int j = 0; j < 8; j++) s[j] += slice[block_columns[k + j]];
        for (; k < end; k++) s[0] += slice[block_columns[k]];
        y[i] += ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
      }
    }
  }
}

static void measure(const char *name, void (*product)(void), double conversion, double tolerance) {
  double best = INFINITY;
  for (int round = 0; round < rounds; round++) {
    double start = now();
    product();
    best = fmin(best, now() - start);
  }
  for (int i = 0; i < nodes; i++)
    if (fabs(y[i] - expected[i]) > tolerance * expected[i]) {
      fprintf(stderr, "%s: node %d has %.17g instead of %.17g\n", name, i, y[i], expected[i]);
      exit(1);
    }
  printf("%s\t%.6f\t%.6f\n", name, best, conversion);
  fflush(stdout);
}

static void measure_blocks(const char *order) {
  for (block_bits = 16; block_bits >= 12; block_bits--) {
    char name[80];
    double start = now();
    make_blocks();
    double conversion = now() - start;
    snprintf(name, sizeof name, "16-bit columns, blocks of %d%s", 1 << block_bits, order);
    measure(name, blocked, conversion, 1e-12);
    free(block_columns);
    free(segments);
  }
}

static int degree(int node) { return offsets[node + 1] - offsets[node]; }

static int by_degree(const void *a, const void *b) {
  int i = *(const int32_t *)a, j = *(const int32_t *)b;
  return degree(i) != degree(j) ? degree(j) - degree(i) : i - j;
}

/* Renames the nodes so that the most frequent columns lie side by side; rows are sorted by a second transposition. */
static void order_by_degree(void) {
  int32_t *order = room(4 * (size_t)nodes), *place = room(4 * (size_t)nodes), *next = room(4 * (size_t)nodes);
  int32_t *starts = room(4 * ((size_t)nodes + 1)), *renamed = room(4 * (size_t)entries);
  double *moved = room(8 * (size_t)nodes), *moved_sums = room(8 * (size_t)nodes);
  for (int i = 0; i < nodes; i++) order[i] = i;
  qsort(order, (size_t)nodes, sizeof *order, by_degree);
  starts[0] = 0;
  for (int r = 0; r < nodes; r++) {
    place[order[r]] = r;
    next[r] = starts[r];
    starts[r + 1] = starts[r] + degree(order[r]);
    moved[r] = x[order[r]];
    moved_sums[r] = expected[order[r]];
  }
  for (int r = 0; r < nodes; r++) /* symmetric, so that row r is column r: rows come out rising */
    for (int k = offsets[order[r]]; k < offsets[order[r] + 1]; k++) renamed[next[place[columns[k]]]++] = r;
  free(columns);
  columns = renamed;
  offsets = starts;
  memcpy(x, moved, 8 * (size_t)nodes);
  memcpy(expected, moved_sums, 8 * (size_t)nodes);
}

int main(int count, char **arguments) {
  FILE *in = count == 3 ? fopen(arguments[1], "rb") : NULL;
  if (!in) {
    fprintf(stderr, "usage: wavelet_variants CSR_FILE ROUNDS\n");
    return 2;
  }
  int32_t *size = read_ints(in, 2);
  nodes = size[0], entries = size[1], rounds = atoi(arguments[2]);
  offsets = read_ints(in, (size_t)nodes + 1), columns = read_ints(in, (size_t)entries);
  x = room(8 * ((size_t)nodes + 65536)), y = room(8 * (size_t)nodes), expected = room(8 * (size_t)nodes);
  x_float = room(4 * (size_t)nodes), pairs = room(16 * (size_t)nodes), diagonal = room(4 * (size_t)nodes);
  for (int i = 0; i < nodes; i++) {
    x[i] = log1p(2.0 * (degree(i) + 1)) / sqrt(degree(i) > 1 ? degree(i) : 1);
    x_float[i] = (float)x[i];
  }
  plain_four();
  memcpy(expected, y, 8 * (size_t)nodes);
  measure("four sums (as in WATS)", plain_four, 0, 0);
  measure("eight sums", plain_eight, 0, 1e-12);
  measure("x rounded to float", float_vector, 0, 1e-6);
  double start = now();
  for (int i = 0; i < nodes; i++) {
    diagonal[i] = offsets[i];
    while (diagonal[i] < offsets[i + 1] && columns[diagonal[i]] < i) diagonal[i]++;
  }
  measure("each edge once", symmetric, now() - start, 1e-12);
  measure_blocks("");
  start = now();
  order_by_degree();
  measure("nodes by degree", plain_four, now() - start, 1e-12);
  measure_blocks(", nodes by degree (renamed before)");
  return 0;
}
