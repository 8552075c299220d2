package io.duetime.kernel.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  public synchronized Block reserve(String queue, int size) {
    Limits.count("size", size, Limits.MAX_BATCH);
    if (next + size > END) {
      throw new InvalidRequestException("size", size, "what is left below 2^53, " + (END - next));
    }
    Block block = new Block(queue, next, size);
    restore(block);
    return block;
  }

  /**
   * Takes over a block from another store; answers whether it was not there already.
   *
   * @throws InvalidRequestException if some of its numbers belong to another block
   */
  public synchronized boolean take(Block block) {
    Limits.queue(block.queue());
    Limits.count("size", block.size(), Limits.MAX_BATCH);
    long end = block.first() + block.size();
    if (block.first() < 1 || end > END) {
      throw new InvalidRequestException("first", block.first(), "1 or more, its end below 2^53");
    }
    Map.Entry<Long, Block> near = blocks.lowerEntry(end);
    if (near == null || near.getKey() + near.getValue().size() <= block.first()) {
      restore(block);
      return true;
    }
    if (near.getValue().equals(block)) {
      return false;
    }
    throw new InvalidRequestException(
        "first", block.first(), "numbers that no queue has; " + near.getValue() + " is there");
  }

  /** All blocks, ascending. */
  public synchronized List<Block> all() {
    return List.copyOf(blocks.values());
  }

  public synchronized Optional<String> queueOf(long number) {
    Map.Entry<Long, Block> entry = blocks.floorEntry(number);
    return entry == null || number >= entry.getKey() + entry.getValue().size()
        ? Optional.empty()
        : Optional.of(entry.getValue().queue());
  }
}
