package io.duetime.redis.internal.store;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.engine.ShardId;
import io.duetime.id.StableHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shards of one queue: its live epochs, oldest first. In each epoch an id is hashed to one
 * shard: a job is created in the shard of the newest epoch, and may be stored in one of an older
 * epoch. Ticks of recurring jobs are always stored in the home shard. Immutable.
 *
 * @param epochs at least one
 */
public record QueueShards(List<Epoch> epochs) {
  /** The order in which changes go through shards. */
  public static final Comparator<ShardId> ORDER =
      Comparator.comparingInt(ShardId::epoch).thenComparingInt(ShardId::index);

  private static final Pattern TICK = Pattern.compile(".*@[-+0-9:T.]+Z", Pattern.DOTALL);

  /** A queue that was never split: the home shard is all it has. */
  public static final QueueShards UNSPLIT = parse("0:1");

  public QueueShards {
    if (epochs.isEmpty()) {
      throw new IllegalArgumentException("a queue has an epoch at least");
    }
    epochs = List.copyOf(epochs);
  }

  /**
   * A set of shards that a queue has from some time on.
   *
   * @param number 0 for the home shard alone
   * @param shards how many
   */
  public record Epoch(int number, int shards) {
    /** Where it has an id. */
    public ShardId of(String id) {
      return new ShardId(number, shards == 1 ? 0 : StableHash.shard(id, shards));
    }

    public List<ShardId> all() {
      return IntStream.range(0, shards).mapToObj(i -> new ShardId(number, i)).toList();
    }

    private static Epoch parse(String text) {
      String[] numbers = text.split(":", 2);
      return new Epoch(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }

    /** As it is written in the store. */
    @Override
    public String toString() {
      return number + ":" + shards;
    }
  }

  /**
   * Reads live epochs as they are written in the store.
   *
   * @throws StoreFailureException if they cannot be read
   */
  public static QueueShards parse(String text) {
    try {
      return new QueueShards(Stream.of(text.split(",", -1)).map(Epoch::parse).toList());
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED, "its epochs cannot be understood: " + text, malformed);
    }
  }

  /** As it is written in the store. */
  public String text() {
    return epochs.stream().map(Epoch::toString).collect(Collectors.joining(","));
  }

  /** The epoch in which new jobs are made. */
  public Epoch newest() {
    return epochs.get(epochs.size() - 1);
  }

  /** Those before it, oldest first. */
  public List<Epoch> older() {
    return epochs.subList(0, epochs.size() - 1);
  }

  /** Whether an id is that of a recurring job's tick, which is stored in the home shard. */
  public static boolean isTick(String id) {
    return id.endsWith("Z") && TICK.matcher(id).matches();
  }

  /** Where a job with this id is made. */
  public ShardId of(String id) {
    return isTick(id) ? ShardId.ONLY : newest().of(id);
  }

  /** Where else a job with this id may be stored, oldest first. */
  public List<ShardId> olderOf(String id) {
    return older().isEmpty() || isTick(id)
        ? List.of()
        : older().stream().map(epoch -> epoch.of(id)).toList();
  }

  /** Where a job may be looked for: the newest, the older ones, and once more the newest. */
  public List<ShardId> candidates(String id) {
    List<ShardId> older = new ArrayList<>(olderOf(id));
    if (older.isEmpty()) {
      return List.of(of(id));
    }
    Collections.reverse(older);
    older.add(0, of(id));
    older.add(of(id)); // it may have been carried there meanwhile
    return older;
  }

  /** Where a job is looked for in one of the rounds over its candidates, or null behind them. */
  public @Nullable ShardId candidate(String id, int round) {
    if (round == 0) {
      return of(id);
    }
    List<ShardId> all = candidates(id);
    return round < all.size() ? all.get(round) : null;
  }

  /** All shards that may have jobs, the home shard first. */
  public List<ShardId> all() {
    List<ShardId> all = new ArrayList<>();
    all.add(ShardId.ONLY);
    epochs.stream().filter(epoch -> epoch.number > 0).forEach(epoch -> all.addAll(epoch.all()));
    return all;
  }

  /** The same shards, the home shard last. */
  public List<ShardId> homeLast() {
    List<ShardId> homeLast = new ArrayList<>(all());
    Collections.reverse(homeLast);
    return homeLast;
  }

  /** Whether the queue has only the home shard. */
  public boolean isUnsplit() {
    return newest().number == 0;
  }

  public boolean contains(ShardId shard) {
    return shard.equals(ShardId.ONLY)
        || epochs.stream()
            .anyMatch(epoch -> epoch.number == shard.epoch() && shard.index() < epoch.shards);
  }

  /** How many shards there are in the epoch of one of them. */
  public int shardsInEpochOf(ShardId shard) {
    return epochs.stream()
        .filter(epoch -> epoch.number == shard.epoch())
        .mapToInt(Epoch::shards)
        .findFirst()
        .orElse(1);
  }
}
