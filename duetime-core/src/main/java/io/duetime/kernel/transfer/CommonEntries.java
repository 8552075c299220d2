package io.duetime.kernel.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** Turns what belongs to no queue alone into entries, and takes such entries over. */
public final class CommonEntries {
  private CommonEntries() {}

  public static List<StoreEntry> of(long deletedFences, NumberBlocks numbers) {
    List<StoreEntry> entries = new ArrayList<>();
    if (deletedFences > 0) {
      entries.add(new StoreEntry.DeletedFences(deletedFences));
    }
    numbers.all().forEach(block -> entries.add(new StoreEntry.Numbers(block)));
    return entries;
  }

  /** Takes entries over; answers for each whether it was not there already. */
  public static List<Boolean> takeAll(
      List<StoreEntry> entries, LongConsumer deletedFences, Predicate<NumberBlocks.Block> numbers) {
    return entries.stream().map(entry -> take(entry, deletedFences, numbers)).toList();
  }

  private static boolean take(
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
