package io.duetime.transfer.export;

import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SettingsSample;
import io.duetime.transfer.Transfers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Fills a store with something of everything there is. */
public final class FullStore {
  private static final String QUEUE = "orders/eu";
  private static final long HOUR = 3_600_000;

  private final Engine engine;

  private FullStore(Engine engine) {
    this.engine = engine;
  }

  /** Creates 13 jobs of all stages in one queue, and entries of all other kinds. */
  public static void fill(Engine engine) {
    FullStore store = new FullStore(engine);
    store.fillBeside();
    store.fillWithEnded();
    store.fillWithLeased();
    store.fillWithWaiting();
  }

  private void fillBeside() {
    schedule("gone", job("a", DueTime.after(0)));
    Transfers.answer(engine.claim("gone", ClaimRequest.of(1, HOUR)));
    Transfers.answer(engine.deleteQueue("gone"));
    Transfers.answer(engine.reserveNumbers("numbered", 100));
    Transfers.answer(engine.putDocument("tokens", "ann", 0, new byte[] {1, (byte) 0xff}));
    Transfers.answer(engine.putDocument("targets", "hook", 0, new byte[] {'{', '}'}));
    Transfers.answer(
        engine.configure(QUEUE, SettingsSample.settings().toBuilder().shards(1).build()));
    Transfers.answer(
        engine.putRecurring(
            QUEUE,
            RecurringChange.of(
                new RecurringJob(
                    "nightly",
                    Schedule.parse(Schedule.every(Duration.ofHours(24)).toString()),
                    job("template", DueTime.after(0)).tags(List.of("night")).build(),
                    MissedTicks.ALL))));
    Transfers.answer(engine.configure("paused", QueueSettings.builder().paused().build()));
  }

  private void fillWithEnded() {
    schedule(QUEUE, job("done", DueTime.after(0)).nonce(Long.MIN_VALUE));
    settle(new Settlement(claim("done").lease(), new SettleRequest.Ack("sent to topic a")));
    schedule(QUEUE, job("dead", DueTime.after(0)).nonce(42));
    settle(
        new Settlement(
            claim("dead").lease(),
            new SettleRequest.Retry(0L, null, "first \"error\"\nline 2 \u20ac")));
    settle(
        new Settlement(
            claim("dead").lease(), new SettleRequest.Bury(null, "no \u0000 use").unconfirmed()));
    schedule(QUEUE, job("cancelled", DueTime.after(HOUR)));
    Transfers.answer(engine.cancel(QUEUE, List.of("cancelled"), Durability.NONE));
  }

  private void fillWithLeased() {
    schedule(QUEUE, job("running", DueTime.after(0)));
    claim("running");
    schedule(QUEUE, job("marked", DueTime.after(0)));
    claim("marked");
    Transfers.answer(engine.cancel(QUEUE, List.of("marked"), Durability.NONE));
    schedule(QUEUE, job("succeeded", DueTime.after(0)));
    claim("succeeded");
    schedule(QUEUE, job("succeeded", DueTime.after(HOUR)).onConflict(OnConflict.REPLACE));
  }

  private void fillWithWaiting() {
    schedule(QUEUE, Jobs.everything("bytes", DueTime.after(5 * HOUR)).priority(4_294_967_295L));
    schedule(
        QUEUE,
        job("expires", DueTime.after(HOUR))
            .expiry(new Expiry.At(Instant.ofEpochSecond(4_000_000_000L, 5), Expiry.Action.BURY)));
    schedule(QUEUE, JobSpec.builder("empty", JobBody.of(new byte[0]), DueTime.after(HOUR)));
    schedule(
        QUEUE,
        job("put-off", DueTime.after(HOUR)).onConflict(OnConflict.debounce(Duration.ofHours(2))));
    schedule(QUEUE, job("\ud83d\ude00 \"id\"", DueTime.at(0)).priority(0));
    schedule(QUEUE, job("tried", DueTime.after(0)));
    settle(
        new Settlement(
            claim("tried").lease(), new SettleRequest.Retry(HOUR, null, "later").unconfirmed()));
    shift("expires");
    shift("empty");
    change("empty", new BulkChange.UndoShift("task empty"));
  }

  private void shift(String id) {
    long now = Transfers.answer(engine.nowMillis());
    change(id, new BulkChange.Shift("task " + id, -1_000, 0, now));
  }

  private void change(String id, BulkChange change) {
    Transfers.answer(engine.change(QUEUE, Selection.WAITING.among(List.of(id)), change, null, 1));
  }

  private static JobSpec.Builder job(String id, DueTime due) {
    byte[] payload = ("{\"id\": \"" + id + "\"}\r\n").getBytes(StandardCharsets.UTF_8);
    return JobSpec.builder(id, new JobBody(payload, "application/json", Map.of()), due);
  }

  private void schedule(String queue, JobSpec.Builder job) {
    Transfers.answer(engine.schedule(queue, List.of(job.build()), Durability.NONE));
  }

  private ClaimedJob claim(String id) {
    return Transfers.answer(
            engine.claimById(QUEUE, List.of(id), new ClaimRequest(1, HOUR, null, "worker 1", null)))
        .jobs()
        .get(0);
  }

  private void settle(Settlement settlement) {
    Transfers.answer(engine.settle(QUEUE, List.of(settlement), Durability.FSYNCED));
  }
}
