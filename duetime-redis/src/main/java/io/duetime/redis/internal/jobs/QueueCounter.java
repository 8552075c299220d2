package io.duetime.redis.internal.jobs;

import io.duetime.Counts;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.support.Buckets;
import io.duetime.kernel.job.Explanations;
import io.duetime.kernel.state.ConsumerTracker;
import io.duetime.kernel.state.LatenessHistory;
import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.kernel.state.PastTable.PastSpan.Unit;
import io.duetime.redis.internal.epoch.EpochWalker;
import io.duetime.redis.internal.epoch.EpochWalker.Next;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardCounters;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts jobs, and answers timelines and present consumers. */
public record QueueCounter(RedisStore store, EpochWalker walker) {
  private static final long LAST_MOMENT = 1L << 44;
  private static final int BUCKETS_PER_CALL = 100;

  public CompletionStage<Counts> counts(String queue) {
    AtomicReference<Counted> sum = new AtomicReference<>(Counted.NOTHING);
    return walker
        .walk(queue, shards -> count(queue, shards, sum))
        .thenApply(last -> sum.get().counts());
  }

  // The home shard is asked last and tells the live epochs. If they are the epochs that were asked,
  // no shard was dropped meanwhile and the home shard has not added its counters.
  private CompletionStage<Next> count(
      String queue, QueueShards shards, AtomicReference<Counted> sum) {
    return Stages.inTurn(
            shards.homeLast(),
            shard -> store.ifThere(store.shard(queue, shard), "counts", new Arguments()))
        .thenApply(answers -> {
          sum.set(
              answers.stream()
                  .map(answer -> answer.map(Counted::read).orElse(Counted.NOTHING))
                  .reduce(Counted.NOTHING, Counted::plus));
          return store.shards().read(sum.get().epochs).equals(shards) ? Next.DONE : Next.AGAIN;
        });
  }

  /**
   * The counts of shards.
   *
   * @param epochs the live ones, if the home shard is the last of them
   */
  private record Counted(ShardCounters tally, long oldestReady, long nextDue, String epochs) {
    private static final List<String> STATES =
        List.of("delayed", "ready", "running", "dead", "done", "cancelledNow", "retrying");

    static final Counted NOTHING =
        new Counted(ShardCounters.NOTHING, ClaimResult.NEVER, ClaimResult.NEVER, "");

    static Counted read(ScriptReply reply) {
      long oldest = reply.moment("oldest");
      long next = reply.moment("nextDue");
      return new Counted(
          ShardCounters.read(reply, STATES),
          oldest == next ? ClaimResult.NEVER : oldest,
          next,
          reply.text("epochs"));
    }

    Counted plus(Counted other) {
      return new Counted(
          tally.plus(other.tally),
          Math.min(oldestReady, other.oldestReady),
          Math.min(nextDue, other.nextDue),
          other.epochs);
    }

    private static @Nullable Instant momentOrNull(long millis) {
      return millis == ClaimResult.NEVER ? null : Instant.ofEpochMilli(millis);
    }

    Counts counts() {
      Counts.States now =
          new Counts.States(
              tally.of("delayed"),
              tally.of("ready"),
              tally.of("running"),
              tally.of("dead"),
              tally.of("done"),
              tally.of("cancelledNow"),
              tally.of("retrying"));
      return new Counts(now, tally.events(), momentOrNull(oldestReady), momentOrNull(nextDue));
    }
  }

  /** A timeline in progress; used by one call at a time. */
  private static final class Drawing {
    final long from;
    final long to;
    final long[] waiting;
    final LatenessHistory ran = new LatenessHistory();

    Drawing(long from, long to, int buckets) {
      this.from = from;
      this.to = to;
      this.waiting = new long[buckets];
    }

    Arguments arguments(int first, int count) {
      Arguments arguments = Arguments.of(count);
      for (int i = first; i <= first + count; i++) {
        arguments.add(Math.min(Buckets.start(from, to, waiting.length, i), LAST_MOMENT));
      }
      return arguments.add(first == 0 ? 1 : 0);
    }

    private void hear(String span, long[] figures) {
      boolean isHour = span.startsWith("h");
      long start = Long.parseLong(isHour ? span.substring(1) : span);
      Unit unit = isHour ? Unit.HOUR : Unit.MINUTE;
      long done = figures.length > 3 ? figures[3] : 0;
      long failed = figures.length > 3 ? figures[4] : 0;
      ran.add(new PastSpan(unit, start, figures[0], done, failed, figures[1], figures[2]));
    }

    void hear(int first, ScriptReply reply) {
      long[] some = reply.numbers("waiting");
      for (int i = 0; i < some.length; i++) {
        waiting[first + i] += some[i];
      }
      for (ScriptReply row : reply.each()) {
        long[] figures =
            Stream.of(row.text("figures").split(",", -1)).mapToLong(Long::parseLong).toArray();
        hear(row.text("span"), figures);
      }
    }
  }

  public CompletionStage<Timeline> timeline(String queue, long from, long to, int buckets) {
    Drawing drawing = new Drawing(from, to, buckets);
    return store
        .onEach(queue, shard -> draw(drawing, shard, 0))
        .thenCompose(this::lastNow)
        .thenApply(now -> drawing.ran.timeline(now, from, to, drawing.waiting));
  }

  /** The last moment that a shard has told; the store's time if no shard is open. */
  private CompletionStage<Long> lastNow(List<Long> nows) {
    long last = Collections.max(nows);
    return last > 0 ? Stages.done(last) : store.nowMillis();
  }

  /** Answers the shard's now, 0 where it is not open. */
  private CompletionStage<Long> draw(Drawing drawing, ShardKeys shard, int first) {
    int next = Math.min(drawing.waiting.length, first + BUCKETS_PER_CALL);
    return store
        .ifThere(shard, "timeline", drawing.arguments(first, next - first))
        .thenCompose(answer -> {
          answer.ifPresent(reply -> drawing.hear(first, reply));
          return answer.isEmpty() || next == drawing.waiting.length
              ? Stages.done(now(answer))
              : draw(drawing, shard, next);
        });
  }

  private static long now(Optional<ScriptReply> answer) {
    return answer.map(reply -> reply.number("now")).orElse(0L);
  }

  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    ConsumerTracker consumers = new ConsumerTracker();
    List<Explanations.RunningJob> running = new ArrayList<>();
    return store
        .onEach(queue, shard -> addRunning(shard, running))
        .thenCompose(nows ->
            store
                .onEach(queue, shard -> seen(shard, consumers))
                .thenApply(done -> consumers.list(Collections.max(nows), running)));
  }

  CompletionStage<List<Explanations.RunningJob>> running(String queue) {
    List<Explanations.RunningJob> running = new ArrayList<>();
    return store.onEach(queue, shard -> addRunning(shard, running)).thenApply(nows -> running);
  }

  private CompletionStage<Long> addRunning(ShardKeys shard, List<Explanations.RunningJob> running) {
    return ShardPages.eachLeased(
        store,
        shard,
        (row, now) -> {
          if (row.number("deadline") > now) {
            running.add(
                new Explanations.RunningJob(
                    row.text("id"), row.text("consumer"), row.number("since")));
          }
        });
  }

  private CompletionStage<Boolean> seen(ShardKeys shard, ConsumerTracker consumers) {
    return store
        .read("ZRANGE", shard.key("seen"), "0", "-1", "WITHSCORES")
        .thenApply(answer -> {
          PlainReply.scored(answer).forEach(seen -> consumers.seen(seen.member(), seen.score()));
          return true;
        });
  }
}
