package io.duetime.redis.internal.link;

import io.duetime.Durability;
import io.duetime.Durability.Reached;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.Failures.ErrorReply;
import io.duetime.redis.internal.link.PatientCall.CallContext;
import io.duetime.redis.internal.link.PatientCall.ScriptRequest;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.SentCommand.CommandBatch;
import io.duetime.redis.internal.link.SentCommand.Keyword;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
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
    CallContext context = shared.longer(questions, this::renew);
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
                new DurabilityProber(time, settings)));
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
        CompletableFuture.completedFuture(DurabilityProber.UNKNOWN);

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
          (value, failure) -> following.complete(value == null ? DurabilityProber.UNKNOWN : value));
    }
  }

  /**
   * Sends durable writes to one node over a connection of their own, in groups. Each group ends
   * with the question how durable its writes are, which the store answers for all earlier writes of
   * the connection. Writes that arrive during a question form the next group. Thread safe.
   */
  static final class DurableWriter {
    private final Supplier<CompletionStage<StatefulConnection<byte[], byte[]>>> connection;
    private final DurabilityProber questions;

    // Guarded by this.
    private final Deque<Write> waiting = new ArrayDeque<>();
    private boolean busy;

    private record Write(
        SentCommand sending,
        Durability durability,
        boolean asking,
        CompletableFuture<Reached> reached) {}

    DurableWriter(
        Supplier<CompletionStage<StatefulConnection<byte[], byte[]>>> connection,
        DurabilityProber questions) {
      this.connection = connection;
      this.questions = questions;
    }

    /**
     * Sends a write; answers the durability that it reached, whether or not the write succeeded.
     *
     * @param asking whether the write needs ASKING, because another node redirected it
     */
    CompletableFuture<Reached> send(SentCommand sending, Durability durability, boolean asking) {
      Write write = new Write(sending, durability, asking, new CompletableFuture<>());
      synchronized (this) {
        waiting.add(write);
        if (busy) {
          return write.reached;
        }
        busy = true;
      }
      sendGroup();
      return write.reached;
    }

    private void sendGroup() {
      List<Write> group = nextGroup();
      if (group.isEmpty()) {
        return;
      }
      CompletionStage<StatefulConnection<byte[], byte[]>> opened = Stages.call(connection);
      opened.whenComplete((open, failure) -> sendOver(open, failure, group));
    }

    private void sendOver(
        @Nullable StatefulConnection<byte[], byte[]> open,
        @Nullable Throwable failure,
        List<Write> group) {
      if (open == null) {
        Throwable why = failure == null ? new IllegalStateException("no connection") : failure;
        group.forEach(write -> write.sending.completeExceptionally(why));
        end(group, DurabilityProber.UNKNOWN);
        return;
      }
      // In one batch, so that no answer arrives before the question is sent: the question concerns
      // the writes of its own connection, and must not be sent over a replacement.
      CommandBatch batch = new CommandBatch(() -> open);
      group.stream().filter(write -> !write.sending.isDone()).forEach(write -> add(write, batch));
      CompletableFuture<Reached> answer = questions.ask(batch, group.get(0).durability);
      batch.send();
      Stages.onCompletion(
          answer,
          (reached, lost) -> end(group, reached == null ? DurabilityProber.UNKNOWN : reached));
    }

    private static void add(Write write, CommandBatch batch) {
      if (write.asking) {
        batch.add(SentCommand.of(Keyword.ASKING));
      }
      batch.add(write.sending);
    }

    private void end(List<Write> group, Reached reached) {
      group.forEach(write -> write.reached.complete(reached));
      sendGroup();
    }

    /** All that ask for the same as the first; empty, and no longer busy, when no write waits. */
    private synchronized List<Write> nextGroup() {
      List<Write> group = new ArrayList<>();
      if (!waiting.isEmpty()) {
        Durability durability = waiting.element().durability;
        waiting.removeIf(write -> write.durability.equals(durability) && group.add(write));
      }
      busy = !group.isEmpty();
      return group;
    }
  }
}
