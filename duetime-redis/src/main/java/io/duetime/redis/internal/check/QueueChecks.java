package io.duetime.redis.internal.check;

import io.duetime.async.Stages;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ShardOpener.Home;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds queues with jobs that were set aside, queues that have lost their data within a day, and
 * queues that cannot be read.
 */
public record QueueChecks(RedisStore store) {
  private static final int MOST_QUEUES = 1_000;
  private static final int MOST_NAMED = 10;
  private static final String RECORDS = "records";
  private static final String DATA = "data";
  private static final long LOSS_SHOWN_MILLIS = Duration.ofDays(1).toMillis();

  /**
   * One queue.
   *
   * @param aside how many jobs were set aside
   * @param lostAt when it has last lost its data, 0 for never
   * @param failure why it cannot be read, or empty
   */
  private record Look(String queue, long aside, long lostAt, long losses, String failure) {
    String lost() {
      String times = losses == 1 ? "" : " (" + losses + " times by now)";
      return "queue " + queue + " at " + Instant.ofEpochMilli(lostAt) + times;
    }
  }

  /** A finding for all records, one for lost data, and one for each queue that cannot be read. */
  public CompletionStage<List<Finding>> findings() {
    return store
        .nowMillis()
        .thenCompose(now ->
            store
                .queues(MOST_QUEUES)
                .thenCompose(this::all)
                .thenApply(looks -> findings(looks, now)))
        .exceptionally(failure -> List.of(unknown(RECORDS, failure), unknown(DATA, failure)));
  }

  private CompletionStage<List<Look>> all(List<String> queues) {
    return Stages.together(queues.stream().map(this::look).toList());
  }

  private CompletionStage<Look> look(String queue) {
    return store
        .opener()
        .home(queue)
        .thenCompose(home ->
            Stages.inTurn(home.shards().all(), shard -> aside(store.shard(queue, shard)))
                .thenApply(counts -> look(queue, home, counts)))
        .exceptionally(failure -> new Look(queue, 0, 0, 0, words(failure)));
  }

  private static Look look(String queue, Home home, List<Long> aside) {
    long all = aside.stream().mapToLong(count -> count).sum();
    return new Look(queue, all, home.lostAt(), home.losses(), "");
  }

  private CompletionStage<Long> aside(ShardKeys shard) {
    return store
        .read("HLEN", shard.key("aside"))
        .thenApply(count -> count instanceof Long number ? number : 0L);
  }

  private static List<Finding> findings(List<Look> looks, long now) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        warning(
            RECORDS,
            named(looks, look -> look.aside > 0, look -> look.aside + " of queue " + look.queue),
            "records that cannot be understood were set aside: ",
            "schedule these jobs again if they still matter; their records are kept in the key"
                + " 'aside' of each queue",
            "no record had to be set aside"));
    findings.add(
        warning(
            DATA,
            named(looks, look -> look.lostAt > now - LOSS_SHOWN_MILLIS, Look::lost),
            "the store has lost its data of ",
            "find out why (docs/runbook.md, DuetimeDataLost); schedule the jobs again that still"
                + " matter, and see whether settings and recurring jobs are complete",
            "no queue has lost its data within a day"));
    looks.stream()
        .filter(look -> !look.failure.isEmpty())
        .limit(MOST_NAMED)
        .map(look ->
            new Finding(
                "queue " + look.queue,
                Verdict.FAILURE,
                look.failure,
                "see what is in its keys (docs/formats/redis.md)"))
        .forEach(findings::add);
    return findings;
  }

  private static List<String> named(
      List<Look> looks, Predicate<Look> isMeant, Function<Look, String> name) {
    return looks.stream().filter(isMeant).map(name).toList();
  }

  private static Finding warning(
      String check, List<String> named, String message, String remedy, String ok) {
    if (named.isEmpty()) {
      return new Finding(check, Verdict.OK, ok, "");
    }
    String more = named.size() > MOST_NAMED ? "; and more" : "";
    String some = named.stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
    return new Finding(check, Verdict.WARNING, message + some + more, remedy);
  }

  private static Finding unknown(String check, Throwable failure) {
    return new Finding(check, Verdict.UNKNOWN, "the queues cannot be read: " + words(failure), "");
  }

  private static String words(Throwable failure) {
    return String.valueOf(Stages.cause(failure).getMessage());
  }
}
