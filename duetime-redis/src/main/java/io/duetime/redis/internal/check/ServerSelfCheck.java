package io.duetime.redis.internal.check;

import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.check.ClockChecks.ClockSample;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks all servers of a store. An answer that a server refuses is also a finding. */
public final class ServerSelfCheck {
  /** How many names of queues are tried, to find one whose keys are on a server. */
  private static final int NAMES = 10_000;

  private final RedisStore store;
  private final ClockChecks clocks;

  /** Compares the clocks with that of this process. */
  public ServerSelfCheck(RedisStore store, TimeSource time) {
    this.store = store;
    this.clocks = new ClockChecks(store.link(), time);
  }

  /** All findings, node by node. */
  public CompletionStage<List<Finding>> findings() {
    List<Node> nodes = store.link().nodes();
    return Stages.inTurn(nodes, node -> look(node, nodes.size()))
        .thenApply(ServerSelfCheck::together);
  }

  private static List<Finding> together(List<Look> looks) {
    List<Finding> all = new ArrayList<>();
    looks.forEach(look -> all.addAll(look.findings()));
    all.addAll(ClockChecks.among(looks.stream().flatMap(look -> look.best().stream()).toList()));
    return all;
  }

  /** The findings of one server, and its best sample of the clock, if it told any. */
  private record Look(List<Finding> findings, List<ClockSample> best) {}

  private CompletionStage<Look> look(Node node, int nodes) {
    return ServerFacts.ask(store.link(), node)
        .thenCompose(told -> {
          Optional<String> why = told.text(ServerFacts.UNREACHABLE);
          return why.isEmpty()
              ? look(told, nodes)
              : Stages.done(
                  new Look(
                      List.of(
                          told.failure(
                              "answer",
                              "none: " + why.get(),
                              "see that it runs and can be reached")),
                      List.of()));
        });
  }

  private CompletionStage<Look> look(ServerFacts told, int nodes) {
    List<Finding> findings = new ArrayList<>(ServerChecks.of(told, nodes));
    return scripts(told)
        .thenCompose(ran -> {
          findings.add(ran);
          return clocks.samples(told.node());
        })
        .handle((samples, refused) -> {
          findings.addAll(
              samples == null
                  ? List.of(told.unknown("clock", "allow TIME"))
                  : ClockChecks.of(told, samples));
          return new Look(findings, samples == null ? List.of() : samples.subList(0, 1));
        });
  }

  /** Checks that a server runs scripts, by a script that only reads and needs no existing queue. */
  private CompletionStage<Finding> scripts(ServerFacts told) {
    Optional<ShardKeys> shard =
        IntStream.range(0, NAMES)
            .mapToObj(i -> store.home("self-check-" + i))
            .filter(some -> isOn(told.node(), some))
            .findFirst();
    return shard.isEmpty()
        ? Stages.done(told.finding("scripts", Verdict.UNKNOWN, "it seems to have no slots", ""))
        : store
            .run(shard.get(), "settings", new Arguments())
            .handle((reply, failure) -> ran(told, failure));
  }

  private boolean isOn(Node node, ShardKeys shard) {
    try {
      return store.link().nodeOf(shard.key("meta")).id().equals(node.id());
    } catch (RetryableException unknownSlot) {
      return false;
    }
  }

  private static Finding ran(ServerFacts told, @Nullable Throwable failure) {
    if (failure == null || Stages.cause(failure) instanceof ScriptErrorException) {
      return told.ok("scripts", "they run");
    }
    String why = String.valueOf(Stages.cause(failure).getMessage());
    return ServerFacts.isNoAnswer(failure)
        ? told.finding("scripts", Verdict.UNKNOWN, "no answer: " + why, "try again")
        : told.failure(
            "scripts", "they do not run: " + why, "allow EVAL, EVALSHA and the commands in them");
  }
}
