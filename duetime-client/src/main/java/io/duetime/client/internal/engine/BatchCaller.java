package io.duetime.client.internal.engine;

import io.duetime.OutcomeUnknownException;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.Operation;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Sends batches in calls of limited size, one after the other, so that the items keep their order.
 * If a later call fails, the outcome of the batch is unknown: earlier calls have been answered.
 */
record BatchCaller(HttpCaller server) {
  /** Well below the 16 MiB that a server accepts at once. */
  private static final int MAX_CALL_BYTES = 8 << 20;

  /**
   * Where a batch is sent.
   *
   * @param path the path with its query
   * @param before what comes before the elements, up to the bracket
   * @param after what comes after the elements, from the bracket on
   */
  record Target(Operation operation, String path, String before, String after) {
    /** A call whose body is an array. */
    static Target array(Operation operation, String path) {
      return new Target(operation, path, "[", "]");
    }

    /** A call whose body is an object with one member, an array. */
    static Target member(Operation operation, String path, String name) {
      return new Target(operation, path, "{\"" + name + "\":[", "]}");
    }
  }

  <A, B> CompletionStage<List<B>> call(
      Target target,
      List<A> items,
      Function<? super A, JsonShape> writing,
      Members.Codec<B> reading) {
    List<byte[]> calls = calls(target, items, writing);
    CompletionStage<List<B>> all = CompletableFuture.completedStage(List.of());
    for (int place = 0; place < calls.size(); place++) {
      byte[] body = calls.get(place);
      boolean first = place == 0;
      all =
          all.thenCompose(before ->
              (first ? send(target, body, reading) : later(target, send(target, body, reading)))
                  .thenApply(results -> joined(before, results)));
    }
    return all;
  }

  private <B> CompletionStage<List<B>> send(Target target, byte[] body, Members.Codec<B> reading) {
    return server.sendBytes(
        target.operation(),
        "POST",
        target.path(),
        body,
        answer ->
            answer.body().objects("results").stream()
                .map(result -> Members.read(result, reading))
                .toList());
  }

  private static <B> CompletionStage<List<B>> later(
      Target target, CompletionStage<List<B>> answers) {
    return answers.exceptionally(failure -> {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (target.operation().changes()) {
        throw new OutcomeUnknownException(
            target.operation().words()
                + ": the first part of the batch was done, a later part failed: "
                + cause.getMessage(),
            cause);
      }
      throw new CompletionException(cause);
    });
  }

  private static <B> List<B> joined(List<B> before, List<B> more) {
    if (before.isEmpty()) {
      return more;
    }
    List<B> all = new ArrayList<>(before.size() + more.size());
    all.addAll(before);
    all.addAll(more);
    return all;
  }

  private static <A> List<byte[]> calls(
      Target target, List<A> items, Function<? super A, JsonShape> writing) {
    List<byte[]> calls = new ArrayList<>(1);
    ArrayWriter array = new ArrayWriter(target.before(), target.after());
    for (A item : items) {
      byte[] element = writing.apply(item).bytes();
      if (!array.isEmpty() && array.size() + element.length > MAX_CALL_BYTES) {
        calls.add(array.end());
        array = new ArrayWriter(target.before(), target.after());
      }
      array.add(element);
    }
    if (!array.isEmpty()) {
      calls.add(array.end());
    }
    return calls;
  }

  /** Joins JSON values to an array, with JSON around it. */
  static final class ArrayWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private final String after;
    private boolean empty = true;

    ArrayWriter(String before, String after) {
      bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
      this.after = after;
    }

    boolean isEmpty() {
      return empty;
    }

    int size() {
      return bytes.size();
    }

    void add(byte[] element) {
      if (!empty) {
        bytes.write(',');
      }
      empty = false;
      bytes.writeBytes(element);
    }

    byte[] end() {
      bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
      return bytes.toByteArray();
    }
  }
}
