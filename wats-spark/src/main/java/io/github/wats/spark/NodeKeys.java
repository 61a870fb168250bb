package io.github.wats.spark;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;

/**
 * A 64-bit key for each node id. The keys of integers are a bijection, so no two are equal; other
 * ids are hashed, and if two share a key, {@link #next} has other keys. Keys are evenly spread, and
 * a block holds the nodes of one range of keys.
 *
 * @param isInteger whether ids are integers
 * @param seed of the hash
 * @param mask the bits of a hash that are used, all of them outside tests
 */
record NodeKeys(boolean isInteger, long seed, long mask) implements Serializable {
  static NodeKeys of(DataType id) {
    return new NodeKeys(id instanceof IntegralType, 0, -1);
  }

  /** The same with another seed. */
  NodeKeys next() {
    return new NodeKeys(isInteger, seed + 1, -1);
  }

  /** The number that stands for an id in tables; null for null. */
  Column code(Column id) {
    // Wider than either type, so that an id outside the type of the nodes is unknown, not cut.
    return isInteger
        ? id.cast(DataTypes.LongType)
        : functions.when(
            id.isNotNull(), functions.xxhash64(functions.lit(seed), id).bitwiseAND(mask));
  }

  long key(long code) {
    return isInteger ? mixed(code) : code;
  }

  long code(long key) {
    return isInteger ? unmixed(key) : key;
  }

  /** The block of a key: blocks are ranges of equal width, in the order of keys. */
  static int block(long key, int blocks) {
    return (int) (scaled(key, blocks) >>> 32);
  }

  /** Where the key is in the range of its block, from 0 to 2³² − 1. */
  static long place(long key, int blocks) {
    return scaled(key, blocks) & 0xffffffffL;
  }

  private static long scaled(long key, int blocks) {
    return ((key ^ Long.MIN_VALUE) >>> 32) * blocks;
  }

  /** The last step of MurmurHash3, a bijection. */
  private static long mixed(long id) {
    long key = (id ^ (id >>> 33)) * 0xff51afd7ed558ccdL;
    key = (key ^ (key >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return key ^ (key >>> 33);
  }

  private static long unmixed(long key) {
    long id = (key ^ (key >>> 33)) * 0x9cb4b2f8129337dbL;
    id = (id ^ (id >>> 33)) * 0x4f74430c22a54005L;
    return id ^ (id >>> 33);
  }
}
