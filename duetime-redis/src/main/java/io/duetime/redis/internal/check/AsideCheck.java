package io.duetime.redis.internal.check;

import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.call.Registry;
import io.duetime.redis.internal.call.ShardOpener;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Finds queues with jobs that were set aside, and queues that cannot be read. */
public final class AsideCheck {
  private static final int MOST_QUEUES = 1_000;
  private static final int MOST_NAMED = 10;
  private static final String CHECK = "records";

  private final StoreAccess store;
  private final Registry registry;
  private final ShardOpener opener;

  public AsideCheck(StoreAccess store, Registry registry, ShardOpener opener) {
    this.store = store;
    this.registry = registry;
    this.opener = opener;
  }

  /** A queue with jobs set aside, or one that cannot be read. */
  private record Look(String queue, long aside, String failure) {}

  /** One finding for all records, and one for each of the first queues that cannot be read. */
  public CompletionStage<List<Finding>> findings() {
    return registry
        .names(MOST_QUEUES)
        .thenCompose(this::all)
        .thenApply(AsideCheck::told)
        .exceptionally(failure -> List.of(unknown(failure)));
  }

  private CompletionStage<List<Look>> all(List<String> queues) {
    return Stages.together(queues.stream().map(this::look).toList());
  }

  private CompletionStage<Look> look(String queue) {
    return opener
        .home(queue)
        .thenCompose(home ->
            Stages.inTurn(home.shards().all(), shard -> aside(store.keys().shard(queue, shard))))
        .thenApply(counts -> new Look(queue, counts.stream().mapToLong(count -> count).sum(), ""))
        .exceptionally(failure -> new Look(queue, 0, words(failure)));
  }

  private CompletionStage<Long> aside(ShardKeys shard) {
    return store
        .read("HLEN", shard.key("aside"))
        .thenApply(count -> count instanceof Long number ? number : 0L);
  }

  private static List<Finding> told(List<Look> looks) {
    List<Finding> findings = new ArrayList<>();
    findings.add(records(looks));
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

  private static Finding records(List<Look> looks) {
    List<String> named =
        looks.stream()
            .filter(look -> look.aside > 0)
            .map(look -> look.aside + " of queue " + look.queue)
            .toList();
    if (named.isEmpty()) {
      return new Finding(CHECK, Verdict.OK, "no record had to be set aside", "");
    }
    return new Finding(
        CHECK,
        Verdict.WARNING,
        "records that cannot be understood were set aside: "
            + named.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
            + (named.size() > MOST_NAMED ? "; and more" : ""),
        "schedule these jobs again if they still matter; their records are kept in the key 'aside' of"
            + " each queue");
  }

  private static Finding unknown(Throwable failure) {
    return new Finding(CHECK, Verdict.UNKNOWN, "they cannot be counted: " + words(failure), "");
  }

  private static String words(Throwable failure) {
    return String.valueOf(Stages.cause(failure).getMessage());
  }
}
