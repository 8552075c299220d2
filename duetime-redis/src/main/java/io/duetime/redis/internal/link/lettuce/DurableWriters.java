package io.duetime.redis.internal.link.lettuce;

import io.duetime.Durability;
import io.duetime.Durability.Reached;
import io.duetime.TimeSource;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.link.LinkSettings;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.send.ErrorReply;
import io.duetime.redis.internal.link.send.PatientCall.CallContext;
import io.duetime.redis.internal.link.send.ScriptRequest;
import io.duetime.redis.internal.link.send.SentCommand;
import io.duetime.redis.internal.link.topology.Topology;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The durable writers of all nodes, over one connection that the first write opens. */
final class DurableWriters {
  private final Topology topology;
  private final LinkSettings settings;
  private final Executor connectors;
  private final TimeSource time;
  private final RenewableConnection<StatefulConnection<byte[], byte[]>> line;
  private final Map<String, DurableWriter> byNode = new ConcurrentHashMap<>();

  DurableWriters(Topology topology, LinkSettings settings, Executor connectors, TimeSource time) {
    this.topology = topology;
    this.settings = settings;
    this.connectors = connectors;
    this.time = time;
    this.line =
        new RenewableConnection<>(
            topology::connect, connectors, time, LettuceLink.LAST_ANSWERS, () -> {});
  }

  /** Runs a script durably; it may wait for the question of the group before its own. */
  CompletionStage<DurableReply> run(CallContext shared, ScriptCall call, Durability durability) {
    Duration questions = durability.timeout().multipliedBy(durability.fsynced() ? 4 : 2);
    CallContext context = shared.longer(questions).reporting(this::renew);
    Follow follow = new Follow(call, durability);
    return follow
        .send(context, follow::dispatch)
        .thenCompose(
            reply -> follow.reached.thenApply(reached -> new DurableReply(reply, reached)));
  }

  private DurableWriter lineTo(Node node) {
    return byNode.computeIfAbsent(
        node.id(),
        id ->
            new DurableWriter(
                () -> open().thenCompose(open -> topology.part(open, node)),
                new DurabilityQuestions(time, settings)));
  }

  private CompletionStage<StatefulConnection<byte[], byte[]>> open() {
    StatefulConnection<byte[], byte[]> now = line.now();
    return now == null
        ? CompletableFuture.supplyAsync(line::open, connectors)
        : CompletableFuture.completedStage(now);
  }

  private void renew() {
    topology.refresh();
    line.renew();
  }

  /** Closes the connections; answers when they are closed. */
  CompletableFuture<Void> closeAsync() {
    return line.closeAsync();
  }

  /**
   * Sends to the current node of the key, and keeps the durability that the last sending reached.
   */
  private final class Follow extends ScriptRequest {
    private final Durability durability;
    private final byte[] key;

    // Written before the next sending is made.
    private volatile @Nullable ErrorReply elsewhere;
    private volatile @Nullable ErrorReply followed;

    // Written before the sending can end, read after.
    private volatile CompletableFuture<Reached> reached =
        CompletableFuture.completedFuture(DurabilityQuestions.UNKNOWN);

    Follow(ScriptCall call, Durability durability) {
      super(call);
      this.durability = durability;
      this.key = call.keys()[0];
    }

    @Override
    public boolean unknownScript() {
      elsewhere = followed;
      return super.unknownScript();
    }

    @Override
    public void sentElsewhere(ErrorReply error) {
      elsewhere = error;
      if (!error.isForThisTime()) {
        topology.refresh();
      }
    }

    private void dispatch(SentCommand sending) {
      ErrorReply hint = elsewhere;
      elsewhere = null;
      followed = hint;
      Node node = hint == null ? null : topology.nodeAt(hint.elsewhere()).orElse(null);
      boolean asking = hint != null && node != null && hint.isForThisTime();
      follow(lineTo(node == null ? topology.nodeOf(key) : node), sending, asking);
    }

    private void follow(DurableWriter line, SentCommand sending, boolean asking) {
      CompletableFuture<Reached> following = new CompletableFuture<>();
      reached = following;
      Stages.onCompletion(
          line.send(sending, durability, asking),
          (value, failure) ->
              following.complete(value == null ? DurabilityQuestions.UNKNOWN : value));
    }
  }
}
