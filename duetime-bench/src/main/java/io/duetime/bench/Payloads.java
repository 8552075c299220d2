package io.duetime.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Hands out payloads that no compression makes smaller: pieces of a pool of random bytes. Not
 * thread-safe; each thread has its own.
 */
public final class Payloads {
  private static final byte[] POOL = new byte[1 << 20];

  static {
    new SplittableRandom(1).nextBytes(POOL);
  }

  private final int size;
  private final SplittableRandom random;

  /** Hands out payloads of one size; the seed says which. */
  public Payloads(int size, long seed) {
    this.size = size;
    this.random = new SplittableRandom(seed);
  }

  /** The next one. */
  public byte[] next() {
    int from = random.nextInt(POOL.length - size);
    return Arrays.copyOfRange(POOL, from, from + size);
  }
}
