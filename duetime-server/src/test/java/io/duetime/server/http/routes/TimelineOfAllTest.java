package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Timeline;
import io.duetime.engine.ForwardingEngine;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.access.Caller;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.JsonTrees;
import io.duetime.wire.Fields;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineOfAllTest {
  private static final int QUEUES = 1_000;

  /** Has many queues with one waiting job each, and counts the timelines that are in use. */
  private static final class ManyQueues extends ForwardingEngine {
    private final List<WeakReference<Timeline>> given = new ArrayList<>();
    private long inUse;

    ManyQueues() {
      super(new MemoryEngine(() -> Instant.EPOCH));
    }

    @Override
    public CompletionStage<List<String>> queues() {
      return CompletableFuture.completedStage(
          IntStream.range(0, QUEUES).mapToObj(i -> "q" + i).toList());
    }

    @Override
    public CompletionStage<Timeline> timeline(String queue, long from, long to, int buckets) {
      if (given.size() == QUEUES - 1) {
        System.gc();
        inUse = given.stream().filter(one -> one.get() != null).count();
      }
      Timeline timeline =
          new Timeline(
              Instant.EPOCH,
              List.of(
                  new Timeline.Bucket(
                      Instant.ofEpochMilli(from),
                      Instant.ofEpochMilli(to),
                      1,
                      2,
                      1,
                      1,
                      Duration.ofMillis(3),
                      Duration.ofMillis(4))));
      given.add(new WeakReference<>(timeline));
      return CompletableFuture.completedStage(timeline);
    }
  }

  @Test
  void theTimelinesOfAllQueuesAreAddedUpAsTheyArrive() {
    ManyQueues engine = new ManyQueues();
    Route route =
        new StoreRoutes(
                new HttpApi.Parts(engine, null, null, null, null, "test", null, null, null, null),
                null)
            .routes().stream()
                .filter(one -> one.path().toString().contains("/v1/timeline"))
                .findFirst()
                .orElseThrow();

    byte[] answer =
        route
            .handler()
            .answer(
                new Call(
                    null,
                    Map.of(),
                    Fields.ofText(Map.of("buckets", List.of("1")), List.of("buckets")),
                    new byte[0],
                    Caller.unnamed("::1")))
            .toCompletableFuture()
            .join()
            .body()
            .get()
            .get(0)
            .getBytes();

    assertThat(JsonTrees.MAPPER.readTree(answer).at("/buckets/0/waiting").asInt())
        .isEqualTo(QUEUES);
    assertThat(engine.inUse).isLessThan(QUEUES / 2);
    engine.close();
  }
}
