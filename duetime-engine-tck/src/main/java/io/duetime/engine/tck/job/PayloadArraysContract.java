package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.Schedule;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Contract;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Callers may change their arrays: those that they gave, and those that they got. */
public abstract class PayloadArraysContract extends Contract {
  private static final byte[] STORED = {1, 2, 3};

  private final byte[] given = STORED.clone();

  private JobSpec.Builder job(String id) {
    return JobSpec.builder(id, JobBody.of(given), DueTime.after(0));
  }

  private static void spoil(JobBody body) {
    assertThat(body.payload()).isEqualTo(STORED);
    Arrays.fill(body.payload(), (byte) 9);
  }

  private void spoilGiven() {
    Arrays.fill(given, (byte) 9);
  }

  @Test
  void anArrayThatWasScheduledMayBeChanged() {
    queue.schedule(job("a"));
    spoilGiven();

    spoil(queue.get("a").body());
    spoil(queue.list(Selection.ALL).get(0).body());
    spoil(queue.get("a").body());
  }

  @Test
  void aHandlerThatChangesItsPayloadGetsTheStoredOneAgain() {
    queue.schedule(job("a"));
    for (int attempt = 0; attempt < 2; attempt++) {
      ClaimedJob claimed = queue.claimOne();
      spoil(claimed.body());
      queue.retry(claimed, Duration.ZERO);
    }
    ClaimedJob byId = queue.claimById("a").get(0);
    spoil(byId.body());
    queue.bury(byId);

    spoil(queue.get("a").body());
    spoil(queue.claimById("a").get(0).body());
  }

  @Test
  void aSuccessorHasItsOwn() {
    queue.schedule(job("a"));
    ClaimedJob running = queue.claimOne();
    queue.schedule(job("a").onConflict(OnConflict.REPLACE));
    spoilGiven();

    queue.ack(running);

    spoil(queue.claimOne().body());
  }

  @Test
  void theCopyOfADeadJobHasItsOwn() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.schedule(job("a"));
    ClaimedJob claimed = queue.claimOne();
    spoil(claimed.body());
    queue.bury(claimed);
    maintain();

    spoil(queue("graveyard").claimOne().body());
    spoil(queue.get("a").body());
  }

  @Test
  void aRecurringDefinitionHasItsOwn() {
    RecurringJob definition =
        new RecurringJob(
            "tick",
            Schedule.every(Duration.ofMinutes(1)),
            job("template").build(),
            MissedTicks.LATEST);
    queue.put(definition);
    spoilGiven();
    spoil(queue.recurring().get(0).job().template().body());

    advance(Duration.ofMinutes(1));
    maintain();

    spoil(queue.claimOne().body());
    spoil(queue.recurring().get(0).job().template().body());
  }
}
