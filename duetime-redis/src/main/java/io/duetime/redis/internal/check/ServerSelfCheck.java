package io.duetime.redis.internal.check;

import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.check.ClockChecks.ClockSample;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.store.ShardKeys;
import io.duetime.redis.internal.store.StoreKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks all servers of a store. An answer that a server refuses is also a finding. */
public final class ServerSelfCheck {
  private final RedisLink link;
  private final ClockChecks clocks;
  private final ScriptCheck scripts;

  /**
   * Of a store.
   *
   * @param probe runs a script that only reads on a shard
   * @param time the clock of this process
   */
  public ServerSelfCheck(
      RedisLink link,
      StoreKeys keys,
      Function<ShardKeys, CompletionStage<?>> probe,
      TimeSource time) {
    this.link = link;
    this.clocks = new ClockChecks(link, time);
    this.scripts = new ScriptCheck(link, keys, probe);
  }

  /** All findings, node by node. */
  public CompletionStage<List<Finding>> findings() {
    List<Node> nodes = link.nodes();
    return Stages.inTurn(nodes, node -> look(node, nodes.size()))
        .thenApply(ServerSelfCheck::together);
  }

  private record Look(List<Finding> findings, List<ClockSample> best) {}

  private CompletionStage<Look> look(Node node, int nodes) {
    return FactFinder.facts(link, node)
        .thenCompose(told ->
            told.text(FactFinder.UNREACHABLE)
                .map(why -> Stages.done(unreachable(told, why)))
                .orElseGet(() -> look(told, nodes)));
  }

  private static Look unreachable(ServerFacts told, String why) {
    return new Look(
        List.of(told.failure("answer", "none: " + why, "see that it runs and can be reached")),
        List.of());
  }

  private CompletionStage<Look> look(ServerFacts told, int nodes) {
    Node node = told.node();
    return scripts
        .of(node)
        .thenCompose(ran -> look(node, with(findings(told, nodes), List.of(ran))));
  }

  private CompletionStage<Look> look(Node node, List<Finding> before) {
    return clocks
        .samples(node)
        .handle((samples, refused) ->
            samples == null
                ? new Look(with(before, List.of(noClock(node))), List.of())
                : new Look(with(before, ClockChecks.of(node, samples)), List.of(samples.get(0))));
  }

  private static List<Finding> findings(ServerFacts told, int nodes) {
    List<Finding> all = new ArrayList<>(ServerChecks.of(told, nodes));
    all.addAll(SafetyChecks.of(told));
    return all;
  }

  private static Finding noClock(Node node) {
    return new Finding(
        "clock of " + node, Verdict.UNKNOWN, "the server does not tell", "allow TIME");
  }

  private static List<Finding> with(List<Finding> some, List<Finding> more) {
    List<Finding> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  private static List<Finding> together(List<Look> looks) {
    List<Finding> all = new ArrayList<>();
    looks.forEach(look -> all.addAll(look.findings()));
    all.addAll(ClockChecks.among(looks.stream().flatMap(look -> look.best().stream()).toList()));
    return all;
  }

  /** Checks that a server runs scripts, by a script that only reads and needs no existing queue. */
  static final class ScriptCheck {
    private static final int NAMES = 10_000;

    private final RedisLink link;
    private final StoreKeys keys;
    private final Function<ShardKeys, CompletionStage<?>> probe;

    ScriptCheck(RedisLink link, StoreKeys keys, Function<ShardKeys, CompletionStage<?>> probe) {
      this.link = link;
      this.keys = keys;
      this.probe = probe;
    }

    CompletionStage<Finding> of(Node node) {
      Optional<ShardKeys> shard =
          IntStream.range(0, NAMES)
              .mapToObj(i -> keys.shard("self-check-" + i, ShardId.ONLY))
              .filter(some -> isOn(node, some))
              .findFirst();
      return shard.isEmpty()
          ? Stages.done(
              new Finding("scripts of " + node, Verdict.UNKNOWN, "it seems to have no slots", ""))
          : probe.apply(shard.get()).handle((reply, failure) -> finding(node, failure));
    }

    private boolean isOn(Node node, ShardKeys shard) {
      try {
        return link.nodeOf(shard.key("meta")).id().equals(node.id());
      } catch (RetryableException unknownSlot) {
        return false;
      }
    }

    private static Finding finding(Node node, @Nullable Throwable failure) {
      String check = "scripts of " + node;
      if (failure == null || Stages.cause(failure) instanceof ScriptErrorException) {
        return new Finding(check, Verdict.OK, "they run", "");
      }
      String why = String.valueOf(Stages.cause(failure).getMessage());
      return FactFinder.isNoAnswer(failure)
          ? new Finding(check, Verdict.UNKNOWN, "no answer: " + why, "try again")
          : new Finding(
              check,
              Verdict.FAILURE,
              "they do not run: " + why,
              "allow EVAL, EVALSHA and the commands in them");
    }
  }
}
