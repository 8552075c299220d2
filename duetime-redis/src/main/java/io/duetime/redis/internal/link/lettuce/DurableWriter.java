package io.duetime.redis.internal.link.lettuce;

import io.duetime.Durability;
import io.duetime.Durability.Reached;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.link.send.CommandBatch;
import io.duetime.redis.internal.link.send.Keyword;
import io.duetime.redis.internal.link.send.SentCommand;
import io.lettuce.core.api.StatefulConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends durable writes to one node over a connection of their own, in groups. Each group ends with
 * the question how durable its writes are, which the store answers for all earlier writes of the
 * connection. Writes that arrive during a question form the next group. Thread safe.
 */
final class DurableWriter {
  private final Supplier<CompletionStage<? extends StatefulConnection<byte[], byte[]>>> connection;
  private final DurabilityQuestions questions;

  // Guarded by this.
  private final Deque<Write> waiting = new ArrayDeque<>();
  private boolean busy;

  private record Write(
      SentCommand sending,
      Durability durability,
      boolean asking,
      CompletableFuture<Reached> reached) {}

  DurableWriter(
      Supplier<CompletionStage<? extends StatefulConnection<byte[], byte[]>>> connection,
      DurabilityQuestions questions) {
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
    connect().whenComplete((open, failure) -> sendOver(open, failure, group));
  }

  private CompletionStage<? extends StatefulConnection<byte[], byte[]>> connect() {
    try {
      return connection.get();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private void sendOver(
      @Nullable StatefulConnection<byte[], byte[]> open,
      @Nullable Throwable failure,
      List<Write> group) {
    if (open == null) {
      Throwable why = failure == null ? new IllegalStateException("no connection") : failure;
      group.forEach(write -> write.sending.completeExceptionally(why));
      end(group, DurabilityQuestions.UNKNOWN);
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
        (reached, lost) -> end(group, reached == null ? DurabilityQuestions.UNKNOWN : reached));
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
