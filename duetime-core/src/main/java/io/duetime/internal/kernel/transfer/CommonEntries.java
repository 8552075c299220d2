package io.duetime.internal.kernel.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** What of a store belongs to no queue alone, as entries. */
public final class CommonEntries {
  private CommonEntries() {}

  /** All there is. */
  public static List<StoreEntry> of(long deletedFences, NumberBlocks numbers) {
    List<StoreEntry> entries = new ArrayList<>();
    if (deletedFences > 0) {
      entries.add(new StoreEntry.DeletedFences(deletedFences));
    }
    numbers.all().forEach(block -> entries.add(new StoreEntry.Numbers(block)));
    return entries;
  }

  /** Hands an entry to whom it concerns; answers whether it was not there already. */
  public static boolean take(
      StoreEntry entry, LongConsumer deletedFences, Predicate<NumberBlocks.Block> numbers) {
    if (entry instanceof StoreEntry.DeletedFences fences) {
      deletedFences.accept(fences.upTo());
      return true;
    }
    if (entry instanceof StoreEntry.Numbers block) {
      return numbers.test(block.block());
    }
    throw new IllegalArgumentException("belongs to a queue: " + entry);
  }
}
