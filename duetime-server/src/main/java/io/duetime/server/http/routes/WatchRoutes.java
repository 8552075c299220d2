package io.duetime.server.http.routes;

import io.duetime.engine.Engine;
import io.duetime.engine.Watcher;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Role;
import io.duetime.server.event.EventStreams;
import io.duetime.server.event.EventStreams.EventReader;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ShardText;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Streams the signals of a queue, one a line of JSON, until the caller disconnects. The first line
 * says that the stream has begun: later changes are signalled. It is repeated after signals were
 * dropped because the caller did not read. An empty line every 5 s shows that the server is there.
 */
final class WatchRoutes {
  private static final Buffer BEGUN = Buffer.buffer("{\"kind\":\"WATCHING\"}\n");

  /** Shows callers that the server still exists, and keeps idle connections open. */
  private static final Buffer ALIVE = Buffer.buffer("\n");

  private static final long ALIVE_MILLIS = 5_000;

  private final Engine engine;
  private final EventStreams events;
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  WatchRoutes(Engine engine, EventStreams events) {
    this.engine = engine;
    this.events = events;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/queues/{queue}/watch", Rule.queue(Role.CONSUME), this::watch),
        Route.get("/v1/events", Rule.someQueue(Role.READ), this::events)
            .query("queue", "lastEventId"));
  }

  // The stream writes to the response itself; the stage of the call never completes.
  private CompletionStage<HttpAnswer> watch(Call call) {
    String queue = call.queue();
    Context context = Objects.requireNonNull(Vertx.currentContext());
    Stream stream = new Stream(context, call.request().response());
    stream.begin(queue);
    return new CompletableFuture<>();
  }

  // The stream writes to the response itself; the stage of the call never completes.
  private CompletionStage<HttpAnswer> events(Call call) {
    String last = call.query().text("lastEventId");
    String queue = call.query().text("queue");
    if (events.isFull(call.caller())) {
      throw new Refusal(
          Problem.of(
              503,
              "TOO_MANY_CONNECTIONS",
              "The server has its limit of %d event streams, or of %d with one token, or is stopping; retry later"
                  .formatted(EventStreams.MAX_STREAMS, EventStreams.MAX_STREAMS_OF_TOKEN)));
    }
    events.begin(
        call.request(),
        last == null ? call.header("Last-Event-ID") : last,
        new EventReader(call.caller(), new QueuePattern(queue == null ? "*" : queue)));
    return new CompletableFuture<>();
  }

  /** Ends all streams, and those that begin later. */
  void stopping() {
    stopping = true;
    streams.forEach(Stream::end);
    events.stopping();
  }

  private final class Stream {
    private final Context context;
    private final HttpServerResponse response;

    // Used by the event loop only; dropped: whether a signal was dropped.
    private boolean dropped;
    private Watcher.@Nullable Subscription subscription;
    private long alive;

    Stream(Context context, HttpServerResponse response) {
      this.context = context;
      this.response = response;
    }

    void begin(String queue) {
      EventStreams.begin(response, "application/x-ndjson");
      response.drainHandler(read -> resume());
      subscription =
          engine.watch(queue, signal -> context.runOnContext(now -> write(written(signal))));
      alive = context.owner().setPeriodic(ALIVE_MILLIS, now -> write(ALIVE));
      streams.add(this);
      response.closeHandler(gone -> release());
      response.write(BEGUN);
      if (stopping) {
        end();
      }
      if (response.closed()) {
        release();
      }
    }

    private void release() {
      if (streams.remove(this) && subscription != null) {
        context.owner().cancelTimer(alive);
        subscription.close();
      }
    }

    // Signals may be lost, but a caller that reads again must learn that some were.
    private void write(Buffer line) {
      if (response.closed() || response.ended()) {
        return;
      }
      if (response.writeQueueFull()) {
        dropped = true;
      } else {
        response.write(line);
      }
    }

    private void resume() {
      if (dropped) {
        dropped = false;
        response.write(BEGUN);
      }
    }

    void end() {
      context.runOnContext(now -> {
        if (!response.ended() && !response.closed()) {
          response.end();
        }
        release();
      });
    }
  }

  private static Buffer written(Watcher.Signal signal) {
    JsonShape line =
        out -> {
          out.writeStartObject();
          out.writeStringProperty("kind", signal.kind().name());
          out.writeStringProperty("shard", ShardText.write(signal.shard()));
          JsonShape.moment(out, "next", signal.comeBackAtMillis());
          if (signal.claimNumber() != 0) {
            out.writeNumberProperty("claimNumber", signal.claimNumber());
          }
          out.writeEndObject();
        };
    return Buffer.buffer(line.bytes()).appendByte((byte) '\n');
  }
}
