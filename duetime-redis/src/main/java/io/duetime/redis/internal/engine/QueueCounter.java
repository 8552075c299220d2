package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.ShardId;
import io.duetime.engine.Timeline;
import io.duetime.internal.engine.Absent;
import io.duetime.internal.engine.Buckets;
import io.duetime.redis.internal.engine.EpochWalker.Next;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts jobs, tells what is due and ran when, and who takes. */
final class QueueCounter {
  private static final long LAST_MOMENT = 1L << 44;
  private static final int BUCKETS_PER_CALL = 100;
  private static final int FORGOTTEN_PER_CALL = 500;
  private static final int MOST_TRIES = 20;
  private static final int LEASES_PER_CALL = 1_000;
  private static final long PRESENT_MILLIS = 60_000;

  private final Store store;
  private final ShardCaller caller;
  private final EpochWalker walker;
  private final Script counts;
  private final Script timeline;
  private final Script listLeased;

  QueueCounter(Store store, ShardCaller caller, EpochWalker walker) {
    this.store = store;
    this.caller = caller;
    this.walker = walker;
    this.counts = store.script("counts");
    this.timeline = store.script("timeline");
    this.listLeased = store.script("list_leased");
  }

  private <T> CompletionStage<List<T>> onEach(
      String queue, Function<ShardKeys, CompletionStage<T>> call) {
    return walker.all(queue, shard -> call.apply(store.keys().shard(queue, shard)));
  }

  CompletionStage<QueueCounts> counts(String queue) {
    AtomicReference<QueueCounts> sum = new AtomicReference<>(Absent.COUNTS);
    return walker.walk(queue, shards -> count(queue, shards, sum)).thenApply(last -> sum.get());
  }

  // The home shard comes last and tells the live epochs. If they are those that were asked, none of
  // their shards was dropped meanwhile, and the home shard has not yet taken over their counters.
  private CompletionStage<Next> count(
      String queue, QueueShards shards, AtomicReference<QueueCounts> sum) {
    List<ShardId> homeLast = new ArrayList<>(shards.all());
    Collections.reverse(homeLast);
    return Stages.inTurn(
            homeLast, shard -> counts(store.keys().shard(queue, shard), Forgotten.NONE, MOST_TRIES))
        .thenApply(parts -> {
          sum.set(sum(parts));
          return store.shards().read(parts.get(parts.size() - 1).epochs).equals(shards)
              ? Next.DONE
              : Next.AGAIN;
        });
  }

  private static QueueCounts sum(List<Counted> parts) {
    return parts.stream().map(Counted::counts).reduce(Absent.COUNTS, QueueCounter::sum);
  }

  /**
   * What a shard has counted.
   *
   * @param epochs the live ones, if it is the home shard
   */
  private record Counted(QueueCounts counts, String epochs) {
    static final Counted NOTHING = new Counted(Absent.COUNTS, "");
  }

  /** Ended jobs whose retention is over, and which upkeep has not removed yet, as far as seen. */
  private record Forgotten(long done, long cancelled) {
    static final Forgotten NONE = new Forgotten(0, 0);

    long seen() {
      return done + cancelled;
    }
  }

  private CompletionStage<Counted> counts(ShardKeys shard, Forgotten before, int triesLeft) {
    return caller
        .ifThere(shard, counts, new Arguments().add(before.seen()))
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            return Stages.done(Counted.NOTHING);
          }
          Reply reply = answer.get();
          Forgotten forgotten =
              new Forgotten(
                  before.done + reply.number("overDone"),
                  before.cancelled + reply.number("overCancelled"));
          if (reply.number("looked") >= FORGOTTEN_PER_CALL) {
            return counts(shard, forgotten, triesLeft);
          }
          // Upkeep has removed some of those that were seen.
          return reply.number("over") == forgotten.seen() || triesLeft == 0
              ? Stages.done(counted(reply, forgotten))
              : counts(shard, Forgotten.NONE, triesLeft - 1);
        });
  }

  private static Counted counted(Reply reply, Forgotten forgotten) {
    QueueCounts.ByState now =
        new QueueCounts.ByState(
            reply.number("delayed"),
            reply.number("ready"),
            reply.number("running"),
            reply.number("dead"),
            Math.max(0, reply.number("done") - forgotten.done),
            Math.max(0, reply.number("cancelledNow") - forgotten.cancelled));
    long oldest = reply.moment("oldest");
    long next = reply.moment("nextDue");
    boolean isAnyDue = oldest != next;
    long ready = isAnyDue ? oldest : ClaimResult.NEVER;
    return new Counted(
        new QueueCounts(now, EventSums.read(reply), ready, next), reply.text("epochs"));
  }

  private static QueueCounts sum(QueueCounts a, QueueCounts b) {
    return new QueueCounts(
        sum(a.now(), b.now()),
        EventSums.sum(a.since(), b.since()),
        Math.min(a.oldestReadyMillis(), b.oldestReadyMillis()),
        Math.min(a.nextDueMillis(), b.nextDueMillis()));
  }

  private static QueueCounts.ByState sum(QueueCounts.ByState a, QueueCounts.ByState b) {
    return new QueueCounts.ByState(
        a.delayed() + b.delayed(),
        a.ready() + b.ready(),
        a.running() + b.running(),
        a.dead() + b.dead(),
        a.done() + b.done(),
        a.cancelled() + b.cancelled());
  }

  /** What shards tell of a timeline; touched by one call at a time. */
  private static final class Drawing {
    final long from;
    final long to;
    final long[] waiting;
    final TreeMap<Long, long[]> minutes = new TreeMap<>();
    long now;

    Drawing(long from, long to, int buckets) {
      this.from = from;
      this.to = to;
      this.waiting = new long[buckets];
    }

    long start(int bucket) {
      return Buckets.start(from, to, waiting.length, bucket);
    }

    void hear(int first, int count, Reply reply) {
      now = reply.number("now");
      long[] some = reply.numbers("waiting");
      for (int i = 0; i < count; i++) {
        waiting[first + i] += some[i];
      }
      for (ReplyPart row : reply.each()) {
        long[] more = numbers(row.text("minute"), row.text("figures"));
        minutes.merge(more[0], more, Drawing::sum);
      }
    }

    private static long[] numbers(String minute, String ranSumMax) {
      String[] parts = ranSumMax.split(",", -1);
      return new long[] {
        Long.parseLong(minute),
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2])
      };
    }

    private static long[] sum(long[] a, long[] b) {
      return new long[] {a[0], a[1] + b[1], a[2] + b[2], Math.max(a[3], b[3])};
    }

    Timeline done() {
      List<Timeline.Bucket> buckets = new ArrayList<>(waiting.length);
      for (int i = 0; i < waiting.length; i++) {
        long start = start(i);
        long end = start(i + 1);
        long[] all = {0, 0, 0, 0};
        for (long[] minute : minutes.subMap(start, end).values()) {
          all = sum(all, minute);
        }
        buckets.add(new Timeline.Bucket(start, end, waiting[i], all[1], all[2], all[3]));
      }
      return new Timeline(now, buckets);
    }
  }

  CompletionStage<Timeline> timeline(String queue, long from, long to, int buckets) {
    Drawing drawing = new Drawing(from, to, buckets);
    return onEach(queue, shard -> draw(drawing, shard, 0))
        .thenCompose(drawn ->
            drawing.now > 0
                ? Stages.done(drawing.done())
                : store
                    .time()
                    .nowMillis()
                    .thenApply(now -> Absent.timeline(now, from, to, buckets)));
  }

  private CompletionStage<Boolean> draw(Drawing drawing, ShardKeys shard, int first) {
    int count = Math.min(BUCKETS_PER_CALL, drawing.waiting.length - first);
    Arguments arguments = new Arguments().add(count);
    for (int i = first; i <= first + count; i++) {
      arguments.add(Math.min(drawing.start(i), LAST_MOMENT));
    }
    arguments.add(first == 0 ? 1 : 0);
    return caller
        .ifThere(shard, timeline, arguments)
        .thenCompose(answer -> {
          answer.ifPresent(reply -> drawing.hear(first, count, reply));
          int next = first + count;
          return answer.isEmpty() || next == drawing.waiting.length
              ? Stages.done(answer.isPresent())
              : draw(drawing, shard, next);
        });
  }

  CompletionStage<List<ConsumerPresence>> consumers(String queue) {
    Map<String, Long> lastSeen = new TreeMap<>();
    Map<String, Long> running = new HashMap<>();
    return onEach(queue, shard -> countHolders(shard, 0, running))
        .thenCompose(nows ->
            onEach(queue, shard -> seen(shard, lastSeen))
                .thenApply(done -> presences(nows, lastSeen, running)));
  }

  private static List<ConsumerPresence> presences(
      List<Optional<Long>> nows, Map<String, Long> lastSeen, Map<String, Long> running) {
    long now = nows.stream().flatMap(Optional::stream).mapToLong(Long::longValue).max().orElse(0);
    return lastSeen.entrySet().stream()
        .filter(seen -> now - seen.getValue() <= PRESENT_MILLIS)
        .map(seen ->
            new ConsumerPresence(
                seen.getKey(),
                Math.min(now, seen.getValue()),
                running.getOrDefault(seen.getKey(), 0L)))
        .toList();
  }

  private CompletionStage<Optional<Long>> countHolders(
      ShardKeys shard, int rank, Map<String, Long> running) {
    return caller
        .ifThere(shard, listLeased, new Arguments().add(rank).add(LEASES_PER_CALL))
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            return Stages.done(Optional.<Long>empty());
          }
          Reply reply = answer.get();
          long now = reply.number("now");
          List<ReplyPart> rows = reply.each();
          for (ReplyPart row : rows) {
            if (row.number("till") > now) {
              running.merge(row.text("consumer"), 1L, Long::sum);
            }
          }
          return rows.size() < LEASES_PER_CALL
              ? Stages.done(Optional.of(now))
              : countHolders(shard, rank + LEASES_PER_CALL, running);
        });
  }

  private CompletionStage<Boolean> seen(ShardKeys shard, Map<String, Long> lastSeen) {
    return store
        .link()
        .read("ZRANGE", shard.key("seen"), ascii("0"), ascii("-1"), ascii("WITHSCORES"))
        .thenApply(answer -> hearSeen(answer, lastSeen));
  }

  private static boolean hearSeen(@Nullable Object answer, Map<String, Long> lastSeen) {
    Scores.readAll(answer).forEach(seen -> lastSeen.merge(seen.member(), seen.score(), Math::max));
    return true;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
