package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.JobQueue;
import io.duetime.MissedTicks;
import io.duetime.Recurring;
import io.duetime.RecurringRequest;
import io.duetime.Schedule;
import io.duetime.Worker;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.memory.MemoryEngine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an application does with a token of the roles that it needs, and no others. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TokenRolesTest {
  private final Engine store = new MemoryEngine(InstantSource.system());

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void recurringJobsNeedNoRoleButProduce() {
    try (ServedStore server = new ServedStore(store, null, "produce=orders");
        Duetime duetime = Duetime.open(server.uri())) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());

      Recurring put =
          queue
              .recurring()
              .put(
                  RecurringRequest.builder("tick", Schedule.every(Duration.ofHours(1)), "x")
                      .build());
      Optional<Recurring> paused = queue.recurring().pause("tick");
      Optional<Recurring> resumed = queue.recurring().resume("tick");
      Optional<Recurring> removed = queue.recurring().remove("tick");

      assertThat(put.name()).isEqualTo("tick");
      assertThat(paused.orElseThrow().paused()).isTrue();
      assertThat(resumed.orElseThrow().paused()).isFalse();
      assertThat(removed).isPresent();
    }
  }

  @Test
  void aDefinitionIsAnsweredWithThePayloadThatWasSent() {
    JobSpec template = Jobs.everything("tick", DueTime.at(0)).build();
    RecurringJob job =
        new RecurringJob("tick", Schedule.every(Duration.ofHours(1)), template, MissedTicks.ALL);
    try (ServedStore server = new ServedStore(store, null, "produce=orders")) {
      RecurringJob.View stored =
          server
              .engine()
              .putRecurring("orders", RecurringChange.of(job))
              .toCompletableFuture()
              .join()
              .view()
              .orElseThrow();

      assertThat(stored.job().template().body()).isEqualTo(template.body());
      assertThat(stored.job().missed()).isEqualTo(MissedTicks.ALL);
    }
  }

  @Test
  void aWorkerNeedsNoRoleButConsume() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    try (ServedStore server = new ServedStore(store, null, "consume=orders");
        Duetime duetime = Duetime.open(server.uri())) {
      Worker worker =
          duetime.queue("orders", Codec.string()).worker(job -> ran.countDown()).start();
      schedule("a");
      ran.await();
      worker.close();
    }
  }

  private void schedule(String id) {
    JobSpec job = JobSpec.builder(id, JobBody.of(new byte[] {'x'}), DueTime.after(0)).build();
    store.schedule("orders", List.of(job), Durability.NONE).toCompletableFuture().join();
  }
}
