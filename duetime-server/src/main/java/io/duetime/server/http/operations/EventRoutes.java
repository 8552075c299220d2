package io.duetime.server.http.operations;

import io.duetime.runtime.QueuePattern;
import io.duetime.server.event.EventStreams;
import io.duetime.server.event.EventStreams.EventReader;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.wire.Problem;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Streams events: tasks, warnings and the counts of queues. */
public final class EventRoutes {
  private final EventStreams streams;

  /** Sends these events. */
  public EventRoutes(EventStreams streams) {
    this.streams = streams;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(Route.get("/v1/events", List.of("queue", "lastEventId"), this::events));
  }

  // The stream writes to the response itself; the stage of the call never completes.
  private CompletionStage<HttpAnswer> events(Call call) {
    String last = call.query().text("lastEventId");
    String queue = call.query().text("queue");
    if (streams.isFull(call.caller())) {
      throw new Refusal(
          Problem.of(
              503,
              "TOO_MANY_CONNECTIONS",
              "The server has its limit of %d event streams, or of %d with one token, or is stopping; retry later"
                  .formatted(EventStreams.MAX_STREAMS, EventStreams.MAX_STREAMS_OF_TOKEN)));
    }
    streams.begin(
        call.request(),
        last == null ? call.header("Last-Event-ID") : last,
        new EventReader(call.caller(), new QueuePattern(queue == null ? "*" : queue)));
    return new CompletableFuture<>();
  }
}
