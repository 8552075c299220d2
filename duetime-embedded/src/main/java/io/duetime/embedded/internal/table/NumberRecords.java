package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.kernel.transfer.NumberBlocks;
import io.duetime.kernel.transfer.NumberBlocks.Block;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Keeps the numbers that were set aside for queues. */
public final class NumberRecords {
  private static final byte LETTER = 'B';
  private static final int FIXED = Integer.BYTES;

  private final WriteGroup group;
  private final NumberBlocks blocks = new NumberBlocks();

  public NumberRecords(WriteGroup group) {
    this.group = group;
    group
        .scan(Family.META, new byte[] {LETTER})
        .forEach(at -> {
          byte[] value = at.value();
          String queue = new String(value, FIXED, value.length - FIXED, StandardCharsets.UTF_8);
          long first = ByteBuffer.wrap(at.key()).getLong(1);
          blocks.restore(new Block(queue, first, ByteBuffer.wrap(value).getInt()));
        });
  }

  /** Sets aside the next numbers; answers the first. */
  public long reserve(String queue, int size) {
    Block block = blocks.reserve(queue, size);
    save(block);
    return block.first();
  }

  /** Takes over a block from another store; answers whether it was not there already. */
  public boolean take(Block block) {
    boolean fresh = blocks.take(block);
    if (fresh) {
      save(block);
    }
    return fresh;
  }

  private void save(Block block) {
    byte[] name = block.queue().getBytes(StandardCharsets.UTF_8);
    byte[] key = ByteBuffer.allocate(1 + Long.BYTES).put(LETTER).putLong(block.first()).array();
    byte[] value = ByteBuffer.allocate(FIXED + name.length).putInt(block.size()).put(name).array();
    group.batch().put(Family.META, key, value);
  }

  /** Which number belongs to which queue; may be asked from any thread. */
  public NumberBlocks blocks() {
    return blocks;
  }
}
