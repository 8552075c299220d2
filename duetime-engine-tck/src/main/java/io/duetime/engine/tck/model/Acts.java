package io.duetime.engine.tck.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Expiry;
import io.duetime.JobChange;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Reschedule.Condition;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.model.ModelClaims.SettleKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every operation of the table by the letters of its rows and what is particular about it. */
final class Acts {
  /** The longest wait of DEBOUNCE. */
  static final long LONGEST_WAIT = 2 * 3_600_000;

  /** By how much a lease is extended; more than is left of it. */
  static final long EXTENSION = 90_000;

  /** The delay of a retry or a release that names one. */
  static final long RETRY_DELAY = 300_000;

  /** By how much jobs are shifted. */
  static final long SHIFT = 3_600_000;

  private static final long HALF_AN_HOUR = 1_800_000;
  private static final long TEN_HOURS = 10 * 3_600_000;
  private static final OnConflict DEBOUNCE = OnConflict.debounce(Duration.ofMillis(LONGEST_WAIT));
  private static final long TEN_MINUTES = 600_000;
  private static final Selection NAMED = Selection.ALL.among(List.of("before", Case.ID, "zzz"));
  private static final Selection OTHERS = Selection.ALL.among(List.of("before", "zzz"));
  private static final long TEN_YEARS = 10L * 365 * 24 * 3_600_000;

  private final Map<String, Act> acts = new LinkedHashMap<>();

  /** The operation of a row. */
  @FunctionalInterface
  interface Act {
    /** Does it and puts its answer into the words of the document. */
    String on(Case c);
  }

  private Acts() {
    scheduling();
    changing();
    claiming();
    settling();
    viewing();
  }

  /** All of them. */
  static Map<String, Act> all() {
    return new Acts().acts;
  }

  private void scheduling() {
    acts.put("S-J", c -> schedule(c, c.newSpec(c.now() + HALF_AN_HOUR, OnConflict.REJECT)));
    for (OnConflict rule : List.of(OnConflict.KEEP, OnConflict.KEEP_UNFINISHED)) {
      acts.put("S-K " + rule, c -> schedule(c, c.newSpec(c.now() + HALF_AN_HOUR, rule)));
    }
    acts.put("S-R", c -> schedule(c, c.newSpec(c.now() + HALF_AN_HOUR, OnConflict.REPLACE)));
    acts.put("S-E earlier", c -> comparing(c, OnConflict.EARLIEST, -1));
    acts.put("S-E as early", c -> comparing(c, OnConflict.EARLIEST, 0));
    acts.put("S-E later", c -> comparing(c, OnConflict.EARLIEST, 1));
    acts.put("S-L earlier", c -> comparing(c, OnConflict.LATEST, -1));
    acts.put("S-L as early", c -> comparing(c, OnConflict.LATEST, 0));
    acts.put("S-L later", c -> comparing(c, OnConflict.LATEST, 1));
    acts.put("S-D within the wait", c -> schedule(c, c.newSpec(c.now() + HALF_AN_HOUR, DEBOUNCE)));
    acts.put("S-D beyond the wait", c -> schedule(c, c.newSpec(c.now() + TEN_HOURS, DEBOUNCE)));
    acts.put("S-N", Acts::repeat);
  }

  private static String comparing(Case c, OnConflict rule, long difference) {
    long standing = c.currentDueAt == 0 ? c.now() + HALF_AN_HOUR : c.currentDueAt;
    return schedule(c, c.newSpec(standing + difference, rule));
  }

  private static String schedule(Case c, JobSpec.Builder spec) {
    Scheduled result = c.queue.schedule(spec);
    assertThat(result.id()).isEqualTo(Case.ID);
    assertThat(result.refusal()).isNull();
    assertThat(Answers.millis(result.dueAt()))
        .as("the due time answered")
        .isEqualTo(currentDueAt(c, result));
    return result.outcome().name();
  }

  /** Returns the due time of the successor where one was meant or exists, otherwise of the job. */
  private static long currentDueAt(Case c, Scheduled result) {
    JobView job = c.queue.get(Case.ID);
    Long successor = job.successorDueAtMillis();
    if (result.outcome() == ScheduleOutcome.SUCCESSOR) {
      assertThat(successor).as("the successor").isNotNull();
    }
    return successor != null ? successor : job.times().dueAt();
  }

  /** The very first request once more, under the rule that would change most. */
  private static String repeat(Case c) {
    c.askedDueAt = c.now() + HALF_AN_HOUR;
    Scheduled result = c.queue.schedule(c.oldSpec(c.askedDueAt).onConflict(OnConflict.REPLACE));
    if (c.firstAnswerDueAt != 0 && Answers.millis(result.dueAt()) == c.firstAnswerDueAt) {
      return "first answer, " + result.outcome().name();
    }
    assertThat(Answers.millis(result.dueAt())).isEqualTo(c.askedDueAt);
    return result.outcome().name();
  }

  private void changing() {
    acts.put("C", c -> c.queue.cancel(Case.ID).name());
    acts.put("R-A", c -> move(c, c.now() + TEN_MINUTES, Condition.ALWAYS));
    acts.put("R-E earlier", c -> move(c, c.currentDueAt - 1, Condition.ONLY_EARLIER));
    acts.put("R-E not earlier", c -> move(c, c.currentDueAt, Condition.ONLY_EARLIER));
    acts.put("R-L later", c -> move(c, c.currentDueAt + 1, Condition.ONLY_LATER));
    acts.put("R-L not later", c -> move(c, c.currentDueAt, Condition.ONLY_LATER));
    acts.put(
        "R-I as known",
        c -> move(c, c.now() + TEN_MINUTES, new Reschedule.IfDueAt(c.currentDueAt)));
    acts.put(
        "R-I not as known",
        c -> move(c, c.now() + TEN_MINUTES, new Reschedule.IfDueAt(c.currentDueAt + 1)));
    acts.put("P any", c -> c.queue.update(Case.ID, Acts::corrected).outcome().name());
    acts.put(
        "P only waiting",
        c -> c.queue.update(Case.ID, change -> corrected(change).onlyWaiting()).outcome().name());
    BulkChange update = new BulkChange.Update(reprioritized(JobChange.none()));
    acts.put("X-U waiting", c -> change(c, update));
    acts.put("X-U dead", c -> change(c, Selection.ALL.in(JobState.DEAD), update));
    acts.put("X-C", c -> change(c, new BulkChange.Cancel()));
    acts.put("X-M", c -> change(c, new BulkChange.Move(DueTime.at(aheadOf(c)))));
    acts.put("X-S", c -> change(c, new BulkChange.Shift("shift", SHIFT, 0, c.now())));
    acts.put("X-R", c -> change(c, new BulkChange.Redrive(0)));
    acts.put("X-P", c -> change(c, new BulkChange.Purge()));
    acts.put("X-RI named", c -> change(c, NAMED, new BulkChange.Redrive(0)));
    acts.put("X-RI not named", c -> change(c, OTHERS, new BulkChange.Redrive(0)));
    acts.put("X-PI named", c -> change(c, NAMED, new BulkChange.Purge()));
    acts.put("X-PI not named", c -> change(c, OTHERS, new BulkChange.Purge()));
    acts.put("X-N waiting", c -> change(c, new BulkChange.Count(new BulkChange.Cancel())));
    acts.put("X-N dead", c -> change(c, new BulkChange.Count(new BulkChange.Purge())));
    acts.put("Q", c -> Answers.of(c.queue.engine().deleteQueue(c.queue.name())).toString());
  }

  private static JobChange<JobBody> corrected(JobChange<JobBody> change) {
    return reprioritized(change).payload(Jobs.text(Case.NEW.name()));
  }

  private static JobChange<JobBody> reprioritized(JobChange<JobBody> change) {
    return change.priority(Case.NEW.priority()).tags(List.of(Case.NEW.name()));
  }

  private static long aheadOf(Case c) {
    c.askedDueAt = c.now() + TEN_MINUTES;
    return c.askedDueAt;
  }

  private static String move(Case c, long dueAt, Condition condition) {
    c.askedDueAt = Math.max(dueAt, 0);
    Rescheduled result =
        c.queue.reschedule(new Reschedule(Case.ID, DueTime.at(c.askedDueAt), condition));
    assertThat(result.refusal()).isNull();
    assertThat(Answers.millis(result.dueAt()))
        .as("the due time answered")
        .isEqualTo(currentDueAt(c, result));
    return result.outcome().name();
  }

  private static long currentDueAt(Case c, Rescheduled result) {
    boolean told =
        result.outcome() == RescheduleOutcome.RESCHEDULED
            || result.outcome() == RescheduleOutcome.NOT_MET;
    return told ? c.queue.get(Case.ID).times().dueAt() : 0;
  }

  private static String change(Case c, BulkChange change) {
    return change(c, Selection.ALL, change);
  }

  private static String change(Case c, Selection selection, BulkChange change) {
    return c.queue.change(selection, change) + " changed";
  }

  private void claiming() {
    acts.put("T-D", c -> taken(c, c.queue.claim(10)));
    acts.put("T-A", Acts::ahead);
    acts.put("T-I", c -> taken(c, c.queue.claimById(Case.ID)));
    acts.put("T-E BURY", Acts::expired);
    acts.put("T-E DROP", Acts::expired);
    acts.put("U", Acts::maintained);
  }

  /** What has to be set before the state is reached. */
  static void prepare(Case c, String act) {
    if (act.startsWith("T-E ")) {
      c.expiring(Expiry.Action.valueOf(act.substring("T-E ".length())));
    }
  }

  /** Claims ahead, so that all that waits is met, a millisecond after the old request's expiry. */
  private static String expired(Case c) {
    c.advance(1);
    return ahead(c);
  }

  private static String ahead(Case c) {
    ClaimRequest request = ClaimRequest.of(10, Case.LEASE).dueBefore(c.now() + TEN_YEARS);
    return taken(c, c.queue.claim(request).jobs());
  }

  private static String taken(Case c, List<ClaimedJob> jobs) {
    if (jobs.isEmpty()) {
      return "nothing";
    }
    assertThat(jobs).hasSize(1);
    ClaimedJob job = jobs.get(0);
    JobView view = c.queue.get(Case.ID);
    assertThat(job.lease().fence())
        .as("the fence")
        .isEqualTo(view.traits().fence())
        .isGreaterThan(c.held == null ? 0 : c.held.lease().fence());
    assertThat(job.times()).isEqualTo(view.times());
    assertThat(job.priority()).isEqualTo(view.traits().priority());
    assertThat(Jobs.text(job.body())).isEqualTo(Jobs.text(view.body()));
    assertThat(job.run())
        .isEqualTo(
            new ClaimedJob.Run(
                view.traits().attempt(),
                view.traits().maxAttempts(),
                c.now() + Case.LEASE,
                view.traits().mayHaveArrived()));
    return "taken";
  }

  private static String maintained(Case c) {
    long before = c.queue.events().leasesLost();
    Answers.maintained(c.queue.engine());
    long lost = c.queue.events().leasesLost() - before;
    return lost == 0 ? "nothing" : lost + " lease lost";
  }

  private void settling() {
    for (SettleKind kind : SettleKind.values()) {
      settling(kind.operation, kind.request(null));
      settling(kind.delayed, kind.request(kind == SettleKind.EXTEND ? EXTENSION : RETRY_DELAY));
    }
  }

  /** The same with a lease of the job, and with one that is over. */
  private void settling(@Nullable String operation, SettleRequest request) {
    if (operation != null) {
      acts.put(operation, c -> settle(c, new Settlement(c.lease(), request)));
      String named = request.verb().name().toLowerCase(Locale.ROOT) + operation.substring(1);
      acts.put("O " + named, c -> settle(c, new Settlement(c.staleLease(), request)));
    }
  }

  private static String settle(Case c, Settlement settlement) {
    Settled result = c.queue.settle(List.of(settlement)).get(0);
    assertThat(Answers.millis(result.until()))
        .as("the moment answered")
        .isEqualTo(moment(c, result));
    return result.outcome().name() + (result.cancelRequested() ? ", cancel requested" : "");
  }

  private static long moment(Case c, Settled result) {
    return switch (result.outcome()) {
      case EXTENDED -> lease(c).untilMillis();
      case ACKED, DEAD, CANCELLED, LEASE_LOST, REFUSED -> 0;
      default -> c.queue.get(Case.ID).times().dueAt();
    };
  }

  private static JobView.LeaseView lease(Case c) {
    JobView.LeaseView lease = c.queue.get(Case.ID).lease();
    assertThat(lease).as("the lease of an %s job", SettleOutcome.EXTENDED).isNotNull();
    return java.util.Objects.requireNonNull(lease);
  }

  private void viewing() {
    acts.put("V-F", c -> c.queue.find(Case.ID).map(job -> job.state().name()).orElse("nothing"));
    acts.put("V-L", Acts::listed);
    acts.put("V-C", Acts::counted);
    acts.put("V-E", c -> c.queue.explain(Case.ID).why().name());
  }

  private static String listed(Case c) {
    List<JobView> jobs = c.queue.list(Selection.ALL);
    if (jobs.isEmpty()) {
      return "nothing";
    }
    return String.join(", ", jobs.stream().map(job -> job.state().name()).toList());
  }

  private static String counted(Case c) {
    Counts.States counts = c.queue.counts();
    Map<String, Long> byState = new LinkedHashMap<>();
    byState.put("DELAYED", counts.delayed());
    byState.put("READY", counts.ready());
    byState.put("RUNNING", counts.running());
    byState.put("DEAD", counts.dead());
    byState.put("DONE", counts.done());
    byState.put("CANCELLED", counts.cancelled());
    byState.values().removeIf(count -> count == 0);
    if (byState.isEmpty()) {
      return "nothing";
    }
    return String.join(
        ", ", byState.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
  }
}
