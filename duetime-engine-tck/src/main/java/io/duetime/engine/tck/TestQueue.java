package io.duetime.engine.tck;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.Explanation;
import io.duetime.engine.JobPage;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.QueueSettings;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One queue of the store under test, every call waited for. */
public final class TestQueue {
  /** The lease of claims that name none. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  private static final int PAGE = 100;

  private final EngineFixture fixture;
  private final String name;

  /** A queue of the fixture's store, whichever engine is open on it by then. */
  public TestQueue(EngineFixture fixture, String name) {
    this.fixture = fixture;
    this.name = name;
  }

  /** The engine now open. */
  public Engine engine() {
    return fixture.engine();
  }

  /** The queue's name. */
  public String name() {
    return name;
  }

  /** The store's clock. */
  public long now() {
    return Answers.of(engine().nowMillis());
  }

  /** Schedules one job. */
  public ScheduleResult schedule(JobSpec.Builder job) {
    return schedule(List.of(job.build())).get(0);
  }

  /** Schedules a batch. */
  public List<ScheduleResult> schedule(List<JobSpec> jobs) {
    return Answers.of(engine().schedule(name, jobs, durability()));
  }

  /** Cancels one job. */
  public CancelOutcome cancel(String id) {
    return cancel(List.of(id)).get(0);
  }

  /** Cancels a batch. */
  public List<CancelOutcome> cancel(List<String> ids) {
    return Answers.of(engine().cancel(name, ids, durability())).stream()
        .map(CancelResult::outcome)
        .toList();
  }

  /** Moves one job in any case. */
  public RescheduleResult reschedule(String id, DueTime due) {
    return reschedule(new Reschedule(id, due, Reschedule.Condition.ALWAYS));
  }

  /** Moves one job. */
  public RescheduleResult reschedule(Reschedule change) {
    return Answers.of(engine().reschedule(name, List.of(change), durability())).get(0);
  }

  /** Takes what is due now for {@link #LEASE}. */
  public List<ClaimedJob> claim(int max) {
    return claim(ClaimRequest.of(max, LEASE.toMillis())).jobs();
  }

  /** Takes what is due. */
  public ClaimResult claim(ClaimRequest request) {
    return Answers.of(engine().claim(name, request));
  }

  /** Takes the one job that is expected to be due. */
  public ClaimedJob claimOne() {
    List<ClaimedJob> jobs = claim(1);
    if (jobs.isEmpty()) {
      throw new AssertionError("nothing is due in " + name);
    }
    return jobs.get(0);
  }

  /** Takes particular jobs for {@link #LEASE}. */
  public List<ClaimedJob> claimById(String... ids) {
    ClaimRequest request = ClaimRequest.of(Math.max(1, ids.length), LEASE.toMillis());
    return Answers.of(engine().claimById(name, List.of(ids), request)).jobs();
  }

  /** The ids of what a claim takes now, acknowledged at once. */
  public List<String> run(int max) {
    List<ClaimedJob> jobs = claim(max);
    jobs.forEach(this::ack);
    return ids(jobs);
  }

  /** Settles one lease. */
  public SettleResult settle(Settlement settlement) {
    return settle(List.of(settlement)).get(0);
  }

  /** Settles a batch. */
  public List<SettleResult> settle(List<? extends Settlement> settlements) {
    return Answers.of(engine().settle(name, settlements, durability()));
  }

  /** Acknowledges. */
  public SettleOutcome ack(ClaimedJob job) {
    return settle(new Settlement.Ack(job.lease())).outcome();
  }

  /** Fails, to be retried by the job's rule. */
  public SettleResult retry(ClaimedJob job) {
    return settle(retryOf(job.lease(), null));
  }

  /** Fails, to be retried after a delay. */
  public SettleResult retry(ClaimedJob job, Duration delay) {
    return settle(retryOf(job.lease(), delay.toMillis()));
  }

  private static Settlement retryOf(LeaseToken lease, @Nullable Long delayMillis) {
    return new Settlement.Retry(lease, delayMillis, null, "failed");
  }

  /** Buries. */
  public SettleOutcome bury(ClaimedJob job) {
    return settle(new Settlement.Bury(job.lease(), null, "buried")).outcome();
  }

  /** Extends. */
  public SettleResult extend(ClaimedJob job, Duration by) {
    return settle(new Settlement.Extend(job.lease(), by.toMillis()));
  }

  /** Gives back. */
  public SettleResult release(ClaimedJob job) {
    return settle(new Settlement.Release(job.lease()));
  }

  /** One job, if it is known. */
  public Optional<JobView> find(String id) {
    return Answers.of(engine().find(name, id));
  }

  /** One job that is expected to be known. */
  public JobView get(String id) {
    return find(id).orElseThrow(() -> new AssertionError(id + " is not known in " + name));
  }

  /** The state of a job that is expected to be known. */
  public JobState state(String id) {
    return get(id).state();
  }

  /** Why a job does not run. */
  public Explanation explain(String id) {
    return Answers.of(engine().explain(name, id));
  }

  /** How many jobs stand where. */
  public QueueCounts.ByState counts() {
    return Answers.of(engine().counts(name)).now();
  }

  /** What has happened so far. */
  public QueueCounts.Events events() {
    return Answers.of(engine().counts(name)).since();
  }

  /** One page. */
  public JobPage page(Selection selection, @Nullable String cursor, int limit) {
    return Answers.of(engine().list(name, selection, cursor, limit));
  }

  /** All jobs of a selection, in order. */
  public List<JobView> list(Selection selection) {
    List<JobView> all = new ArrayList<>();
    String cursor = null;
    do {
      JobPage page = page(selection, cursor, PAGE);
      all.addAll(page.jobs());
      cursor = page.cursor();
    } while (cursor != null);
    return all;
  }

  /** Changes all jobs of a selection, step by step, and tells how many were changed. */
  public int change(Selection selection, BulkChange change) {
    int changed = 0;
    String cursor = null;
    do {
      BulkChange.Step step = Answers.of(engine().change(name, selection, change, cursor, PAGE));
      changed += step.changed();
      cursor = step.cursor();
    } while (cursor != null);
    return changed;
  }

  /** The settings. */
  public QueueSettings settings() {
    return Answers.of(engine().settings(name));
  }

  /** Changes the settings. */
  public void configure(UnaryOperator<QueueSettings> change) {
    Answers.of(engine().configure(name, change.apply(settings())));
  }

  /** Asks for what the engine gives by itself. */
  public Durability durability() {
    return engine().capabilities().defaultDurability();
  }

  /** The ids of claimed jobs, in order. */
  public static List<String> ids(List<ClaimedJob> jobs) {
    return jobs.stream().map(job -> job.lease().id()).toList();
  }
}
