package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.RescheduleOutcome;
import io.duetime.Schedule;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The checks are in front of the engine: each operation refuses an invalid argument by the name of
 * its field, and changes nothing. What is invalid is tested once, for all engines.
 */
public abstract class InvalidInputContract extends Contract {
  private static final String NO_NAME = "";
  private static final OptionalLong ANY = OptionalLong.empty();
  private static final ClaimRequest ONE = ClaimRequest.of(1, 1_000);
  private static final List<Long> EXTREMES = List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);

  @BeforeEach
  void aWaitingJobARunningJobAndATick() {
    queue.schedule(Jobs.job("waiting", Duration.ofHours(1)));
    queue.begin("running");
    JobSpec template = Jobs.job("template").build();
    Schedule daily = Schedule.every(Duration.ofDays(1));
    queue.put(new RecurringJob("daily", daily, template, MissedTicks.LATEST));
  }

  @Test
  void anInvalidChangeIsRefusedAndChangesNothing() {
    List<Object> before = stored();
    String q = queue.name();
    Durability d = queue.durability();
    Selection all = Selection.ALL;
    BulkChange cancel = new BulkChange.Cancel();
    QueueSettings toItself = QueueSettings.builder().deadCopyTo(q).build();
    byte[] tooLarge = new byte[engine().capabilities().maxPayloadBytes() + 1];
    RecurringJob large =
        new RecurringJob(
            "large",
            Schedule.every(Duration.ofDays(1)),
            Jobs.job("template").body(JobBody.of(tooLarge)).build(),
            MissedTicks.LATEST);

    refused("queue", engine().schedule(NO_NAME, Jobs.jobs("new", 1), d));
    refused("queue", engine().reschedule(NO_NAME, List.of(), d));
    refused("queue", engine().update(NO_NAME, List.of(), d));
    refused("ids", engine().cancel(q, Collections.nCopies(Limits.MAX_BATCH + 1, "waiting"), d));
    refused("limit", engine().change(q, all, cancel, null, 0));
    refused("cursor", engine().change(q, all, cancel, "no cursor", 1));
    refused("cursor", engine().change(q, all, new BulkChange.UndoShift("t"), "no cursor", 1));
    BulkChange shift = new BulkChange.Shift("t", 1, 0, 0);
    refused("queue", engine().change(NO_NAME, all, shift, null, 1));
    refused("state", engine().change(q, all.in(JobState.DEAD), shift, null, 1));
    refused("queue", engine().claim(NO_NAME, ONE));
    refused("id", engine().claimById(q, List.of("waiting", NO_NAME), ONE));
    refused("queue", engine().settle(NO_NAME, List.of(), d));
    refused("deadCopyTo", engine().configure(q, toItself));
    refused("queue", engine().noteLoss(NO_NAME, 1));
    refused("queue", engine().deleteQueue(NO_NAME));
    refused("queue", engine().deleteEmptyQueue(NO_NAME));
    refused("payload", engine().putRecurring(q, RecurringChange.of(large)));
    refused("name", engine().pauseRecurring(q, NO_NAME, ANY));
    refused("name", engine().resumeRecurring(q, NO_NAME, ANY));
    refused("name", engine().runRecurring(q, NO_NAME, d));
    refused("name", engine().removeRecurring(q, NO_NAME, ANY, PendingTicks.WITHDRAW));
    refused("size", engine().reserveNumbers(q, 0));
    assertThatThrownBy(() -> engine().watch(NO_NAME, signal -> {}))
        .isInstanceOf(InvalidRequestException.class);

    assertThat(stored()).usingRecursiveComparison().isEqualTo(before);
  }

  private List<Object> stored() {
    return List.of(
        queue.list(Selection.ALL),
        queue.counts(),
        queue.settings(),
        queue.recurring(),
        Answers.of(engine().queues()));
  }

  @Test
  void anInvalidViewIsRefused() {
    String q = queue.name();

    refused("queue", engine().shards(NO_NAME));
    refused("id", engine().find(q, NO_NAME));
    refused("id", engine().explain(q, NO_NAME));
    refused("limit", engine().list(q, Selection.ALL, null, 0));
    refused("cursor", engine().list(q, Selection.ALL, "no cursor", 1));
    refused("queue", engine().counts(NO_NAME));
    refused("from", engine().timeline(q, Long.MIN_VALUE, Long.MAX_VALUE, 1));
    refused("buckets", engine().timeline(q, 0, 100, 0));
    refused("queue", engine().consumers(NO_NAME));
    refused("queue", engine().settings(NO_NAME));
    refused("queue", engine().incarnation(NO_NAME));
    refused("queue", engine().recurring(NO_NAME));
  }

  @Test
  void anInvalidDocumentIsRefused() {
    assumeFalse(engine().capabilities().served(), "a server keeps these for itself");

    refused("name", engine().document("tokens", NO_NAME));
    refused("limit", engine().documents("tokens", null, 0));
    refused("collection", engine().putDocument(NO_NAME, "a", Document.ABSENT, new byte[1]));
    refused("version", engine().deleteDocument("tokens", "a", -1));
    refused("limit", engine().auditEntries(AuditLog.NEWEST, 0));
    assertThat(Answers.of(engine().documents("tokens", null, 1))).isEmpty();
  }

  private static void refused(String field, CompletionStage<?> answer) {
    assertThatThrownBy(() -> Answers.of(answer))
        .isInstanceOf(InvalidRequestException.class)
        .extracting("code", "field")
        .containsExactly(ErrorCode.INVALID, field);
  }

  @Test
  void numbersThatAreNotLimitedMayBeExtreme() {
    LeaseToken lease = queue.begin("leased").lease();
    for (long number : EXTREMES) {
      Answers.of(engine().noteLoss(queue.name(), number));
      assertThat(Answers.of(engine().queueOfNumber(number))).isEmpty();
      if (!engine().capabilities().served()) {
        Answers.of(engine().auditEntries(number, 1));
      }
      LeaseToken other = new LeaseToken(queue.name(), lease.shard(), "leased", number, number);
      Reschedule moved =
          new Reschedule("waiting", DueTime.after(1), new Reschedule.IfDueAt(number));
      assertThat(queue.settle(Settlement.ack(other)).outcome()).isEqualTo(SettleOutcome.LEASE_LOST);
      // Over HTTP a moment outside the years that it can write is refused.
      assertThat(queue.reschedule(moved).outcome())
          .isIn(RescheduleOutcome.NOT_MET, RescheduleOutcome.REFUSED);
    }
    assertThat(queue.settle(Settlement.ack(lease)).outcome()).isEqualTo(SettleOutcome.ACKED);
    queue.ack(queue.claimById("waiting").get(0));
  }

  @Test
  void reasonsMayHaveAnyLetters() {
    queue.schedule(Jobs.job("failing"));
    List<String> reasons = List.of("a\0b", "a\uD800b", "x".repeat(99_999) + "\0");
    for (String reason : reasons) {
      SettleRequest retry = SettleRequest.retry(Duration.ZERO, reason);
      assertThat(queue.settle(new Settlement(queue.claimOne().lease(), retry)).outcome())
          .isEqualTo(SettleOutcome.RETRYING);
    }

    assertThat(queue.get("failing").history()).hasSameSizeAs(reasons);
    queue.ack(queue.claimOne());
  }
}
