package io.duetime.internal.kernel;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Sets successive numbers aside for queues and knows whose a number is. Thread safe. */
public final class NumberBlocks {
  private static final long END = 1L << 53;

  private final TreeMap<Long, Block> blocks = new TreeMap<>();
  private long next = 1;

  /** Numbers {@code [first, first + size)} of a queue. */
  public record Block(String queue, long first, int size) {}

  /** Takes over a block that was set aside earlier. */
  public synchronized void restore(Block block) {
    blocks.put(block.first(), block);
    next = Math.max(next, block.first() + block.size());
  }

  /** Sets aside the next numbers. */
  public synchronized Block reserve(String queue, int size) {
    Limits.count("size", size, Limits.MAX_BATCH);
    if (next + size > END) {
      throw new InvalidRequestException("size", size, "what is left below 2^53, " + (END - next));
    }
    Block block = new Block(queue, next, size);
    restore(block);
    return block;
  }

  /** The queue a number was set aside for. */
  public synchronized Optional<String> queueOf(long number) {
    Map.Entry<Long, Block> entry = blocks.floorEntry(number);
    return entry == null || number >= entry.getKey() + entry.getValue().size()
        ? Optional.empty()
        : Optional.of(entry.getValue().queue());
  }

  /** The largest number set aside. */
  public synchronized OptionalLong last() {
    return next == 1 ? OptionalLong.empty() : OptionalLong.of(next - 1);
  }
}
