package io.duetime.server.http.intake;

import io.duetime.Durability;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.BodyDecoder;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.json.DurabilityText;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Accepts jobs as a stream of lines of JSON. */
public final class LineIntake {
  private static final long RATE_PAUSE_MILLIS = 20;

  private final Engine engine;
  private final BatchReaders readers;
  private final HttpLimits limits;

  /** Schedules in the engine the jobs that the readers read. */
  public LineIntake(Engine engine, BatchReaders readers, HttpLimits limits) {
    this.engine = engine;
    this.readers = readers;
    this.limits = limits;
  }

  /**
   * Starts the stream; fails before its first line or not at all.
   *
   * @param room for the lines that are not scheduled yet
   */
  public CompletionStage<?> accept(Call call, ByteRoom.Part room) {
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    BodyDecoder decoder = BodyDecoder.of(call.request());
    HttpServerRequest request = call.request().pause();
    Context context = ((HttpServerRequestInternal) request).context();
    return readers
        .of(call)
        .thenAccept(reader ->
            context.runOnContext(ready ->
                begin(
                    request,
                    new LineStream(
                        request,
                        reader,
                        jobs ->
                            allowed(context, call, jobs.size())
                                .thenCompose(
                                    now -> engine.schedule(call.queue(), jobs, durability)),
                        decoder,
                        limits,
                        room))));
  }

  /** Completes when the token of the caller may schedule so many jobs: the stream waits for it. */
  private static CompletionStage<?> allowed(Context context, Call call, int jobs) {
    CompletableFuture<Boolean> allowed = new CompletableFuture<>();
    awaitRate(context, call, jobs, allowed);
    return allowed;
  }

  private static void awaitRate(
      Context context, Call call, int jobs, CompletableFuture<Boolean> allowed) {
    if (call.request().response().closed()) {
      allowed.cancel(false);
    } else if (call.caller().maySchedule(jobs)) {
      allowed.complete(true);
    } else {
      context.owner().setTimer(RATE_PAUSE_MILLIS, later -> awaitRate(context, call, jobs, allowed));
    }
  }

  private static void begin(HttpServerRequest request, LineStream lines) {
    request.response().setChunked(true).putHeader("Content-Type", "application/x-ndjson");
    lines.start();
    request.resume();
  }
}
