package io.duetime.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.memory.MemoryEngine;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Caller;
import io.duetime.server.event.EventFeed.EventPosition;
import io.duetime.server.event.EventFeed.FeedState;
import io.duetime.server.event.EventStreams.EventReader;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.problem.ProblemKeeper.Judgement;
import io.duetime.server.problem.WarningKeeper;
import io.duetime.server.task.TaskKeeper;
import io.duetime.server.task.TaskStepper;
import io.duetime.time.VirtualTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventFeedTest {
  private static final Instant START = Instant.parse("2026-11-20T07:00:00Z");

  private final Engine engine = new MemoryEngine(() -> START);
  private final EventFeed feed =
      new EventFeed(
          engine,
          new TaskKeeper(
              engine, new TaskStepper(engine, Runnable::run), () -> "id", (task, millis) -> {}),
          new WarningKeeper(engine),
          new QueueBriefs(
              engine,
              new ServerMetrics(engine, new VirtualTime(START), "*").lateness(),
              queue -> Optional.empty()),
          () -> Judgement.NONE);

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void aCallerThatWantsFewQueuesGetsThemWhateverOthersWant() {
    for (int i = 0; i < EventFeed.MAX_QUEUES; i++) {
      configure("a" + i);
    }
    configure("z/1");
    configure("z/2");
    EventReader console = reader("*");
    EventReader few = reader("z/*");

    FeedState state = feed.look(List.of(console, few)).toCompletableFuture().join();

    assertThat(state.queues().counts()).hasSize(EventFeed.MAX_QUEUES).containsKeys("z/1", "z/2");
    assertThat(new EventPosition(null, few).advance(state))
        .contains("\"complete\":true", "\"queue\":\"z/1\"", "\"queue\":\"z/2\"");
    assertThat(new EventPosition(null, console).advance(state)).contains("\"complete\":false");
  }

  private void configure(String queue) {
    engine.configure(queue, QueueSettings.DEFAULT).toCompletableFuture().join();
  }

  private static EventReader reader(String pattern) {
    return new EventReader(Caller.unnamed("::1"), new QueuePattern(pattern));
  }
}
