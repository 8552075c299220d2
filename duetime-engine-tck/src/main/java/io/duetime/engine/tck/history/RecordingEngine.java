package io.duetime.engine.tck.history;

import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.LeaseFacts;
import io.duetime.engine.tck.history.Event.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An engine that notes in a history what is asked about jobs and what is answered. What has not
 * become as durable as asked is noted as unanswered: it may not outlive what happens to the store.
 */
public final class RecordingEngine extends ForwardingEngine {
  private static final Answer NOTHING_DONE = new Answer("FAILED", 0, 0);

  private final History history;
  private final LongSupplier clock;

  /**
   * Records the calls to an engine.
   *
   * @param clock milliseconds by the clock of the store, or one that differs from it by no more
   *     than the check is told
   */
  public RecordingEngine(Engine inner, History history, LongSupplier clock) {
    super(inner);
    this.history = history;
    this.clock = clock;
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return recorded(
        begin(jobs, job -> begun(Kind.SCHEDULE, queue, job.id(), null)),
        inner().schedule(queue, jobs, durability),
        result -> isPromised(durability, result.durability()),
        result -> new Answer(result.outcome().name(), Answers.millis(result.dueAt()), 0));
  }

  @Override
  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return recorded(
        begin(ids, id -> begun(Kind.CANCEL, queue, id, null)),
        inner().cancel(queue, ids, durability),
        result -> isPromised(durability, result.durability()),
        result -> new Answer(result.outcome().name(), 0, 0));
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return recorded(
        begin(changes, change -> begun(Kind.RESCHEDULE, queue, change.id(), null)),
        inner().reschedule(queue, changes, durability),
        result -> isPromised(durability, result.durability()),
        result -> new Answer(result.outcome().name(), Answers.millis(result.dueAt()), 0));
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return recorded(
        begin(settlements, one -> begun(kind(one), queue, one.lease().id(), one.lease())),
        inner().settle(queue, settlements, durability),
        result -> isPromised(durability, result.durability()),
        result -> new Answer(result.outcome().name(), 0, Answers.millis(result.until())));
  }

  private static Kind kind(Settlement settlement) {
    return settlement.request().verb().endsLease() ? Kind.SETTLE : Kind.EXTEND;
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    long start = clock.getAsLong();
    boolean ahead = request.dueBeforeMillis() != null;
    return inner()
        .claim(queue, request)
        .whenComplete((result, failure) -> note(start, request, result, ahead));
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    long start = clock.getAsLong();
    return inner()
        .claimById(queue, ids, request)
        .whenComplete((result, failure) -> note(start, request, result, true));
  }

  private void note(long start, ClaimRequest request, @Nullable ClaimResult result, boolean ahead) {
    if (result == null) {
      return;
    }
    Span span = new Span(start, clock.getAsLong());
    for (ClaimedJob job : result.jobs()) {
      LeaseToken token = job.lease();
      // A claim that goes over several shards takes at several moments; its own is the last of
      // them.
      long until = job.run().leaseUntilMillis();
      long taken = until - request.leaseMillis();
      LeaseFacts lease = new LeaseFacts(shard(token), token.fence(), taken, until, ahead);
      JobKey key = new JobKey(token.queue(), token.id());
      history.add(new Event(Kind.CLAIM, span, key, "CLAIMED", job.times().dueAt(), lease));
    }
  }

  private static String shard(LeaseToken token) {
    return token.shard().epoch() + "." + token.shard().index();
  }

  private Event begun(Kind kind, String queue, String id, @Nullable LeaseToken token) {
    LeaseFacts lease =
        token == null ? null : new LeaseFacts(shard(token), token.fence(), 0, 0, false);
    Span open = new Span(clock.getAsLong(), Long.MAX_VALUE);
    return new Event(kind, open, new JobKey(queue, id), Event.UNKNOWN, 0, lease);
  }

  private record Begun(long number, Event event) {}

  private record Answer(String outcome, long dueAt, long until) {}

  private <A> List<Begun> begin(List<A> items, Function<? super A, Event> event) {
    List<Begun> begun = new ArrayList<>(items.size());
    for (A item : items) {
      Event one = event.apply(item);
      begun.add(new Begun(history.begin(one), one));
    }
    return begun;
  }

  private <R> CompletionStage<List<R>> recorded(
      List<Begun> begun,
      CompletionStage<List<R>> call,
      Predicate<R> promised,
      Function<R, Answer> answer) {
    return call.whenComplete((results, failure) -> {
      for (int i = 0; i < begun.size(); i++) {
        Begun one = begun.get(i);
        if (results != null) {
          R result = results.get(i);
          if (promised.test(result)) {
            history.end(one.number, answered(one.event, answer.apply(result)));
          }
        } else if (didNothing(failure)) {
          history.end(one.number, answered(one.event, NOTHING_DONE));
        }
      }
    });
  }

  private static boolean isPromised(Durability asked, Durability.Reached reached) {
    return reached.replicas() >= asked.replicas()
        && (!asked.fsynced() || reached.fsynced() == Durability.Fsynced.YES);
  }

  private static boolean didNothing(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RetryableException || cause instanceof InvalidRequestException;
  }

  private Event answered(Event event, Answer answer) {
    LeaseFacts lease = event.lease();
    LeaseFacts until =
        lease == null ? null : new LeaseFacts(lease.shard(), lease.fence(), 0, answer.until, false);
    Span span = new Span(event.span().startMillis(), clock.getAsLong());
    return new Event(event.kind(), span, event.job(), answer.outcome, answer.dueAt, until);
  }
}
