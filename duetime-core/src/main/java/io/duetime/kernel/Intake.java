package io.duetime.kernel;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.JobSpec;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.state.EventCounts.Event;
import io.duetime.kernel.state.QueueState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Schedules: makes a new job, or weighs the request against the job under its id. */
record Intake(QueueState state, JobEnder ender) {
  Scheduled schedule(JobSpec spec, Durability.Reached reached, long now) {
    return schedule(new Request(spec, spec.due().resolve(now), reached, now, state.settings()));
  }

  /**
   * Makes the job of a tick, however far ahead it is; answers whether it was made: not if the queue
   * is full, or has a job under its id that a caller has scheduled.
   */
  boolean scheduleTick(JobSpec spec, long now) {
    long tick = spec.due().resolve(now);
    Request request =
        new Request(spec, tick, Durability.Reached.NOTHING, now, QueueSettings.DEFAULT);
    return schedule(request).outcome() == ScheduleOutcome.CREATED;
  }

  private Scheduled schedule(Request request) {
    JobSpec spec = request.spec;
    long now = request.now;
    JobHead existing = ender.current(spec.id(), now);
    Answer earlier = existing == null ? null : answerTo(spec.nonce(), existing);
    if (earlier != null) {
      return result(spec, earlier.outcome(), earlier.dueAt(), request.reached);
    }
    DuetimeException tooFar = tooFarAhead(request);
    if (tooFar != null) {
      return Scheduled.refused(spec.id(), tooFar);
    }
    if (existing == null) {
      return create(request, null);
    }
    return switch (existing.stage()) {
      case WAITING, DONE -> overKept(request, existing);
      case LEASED -> overRunning(request, existing);
      case DEAD, CANCELLED -> create(request, existing);
    };
  }

  private static @Nullable DuetimeException tooFarAhead(Request request) {
    long most = Requests.TooFarAhead.mostMillis(request.quotas);
    return request.dueAt - request.now <= most
        ? null
        : Requests.TooFarAhead.of(request.spec.due(), most);
  }

  /** Refuses one more job, or null when there is room for it. */
  private @Nullable Scheduled noRoom(Request request) {
    if (!state.isFull()) {
      return null;
    }
    long max = state.settings().maxWaiting();
    String message = "queue " + state.queue() + " is full: maxWaiting is " + max;
    return Scheduled.refused(
        request.spec.id(), new RetryableException(ErrorCode.QUOTA_EXCEEDED, message));
  }

  private Scheduled create(Request request, @Nullable JobHead existing) {
    Scheduled noRoom = noRoom(request);
    if (noRoom != null) {
      return noRoom;
    }
    List<Answer> known = existing == null ? List.of() : existing.answers();
    JobHead head = head(request, null, known, ScheduleOutcome.CREATED);
    if (existing == null) {
      state.table().insert(head, request.spec.body());
    } else {
      state.table().replace(existing, head, request.spec.body());
    }
    return accepted(request, head, ScheduleOutcome.CREATED);
  }

  private Scheduled overKept(Request request, JobHead existing) {
    ScheduleOutcome kept = unlessTaken(request, existing);
    if (kept != null) {
      return result(request.spec, kept, existing.dueAt(), request.reached);
    }
    if (existing.stage() == Stage.DONE) {
      return create(request, existing);
    }
    state.countRedriven(existing, false);
    JobHead head = head(request, existing, existing.answers(), ScheduleOutcome.REPLACED);
    state.table().replace(existing, head, request.spec.body());
    return accepted(request, head, ScheduleOutcome.REPLACED);
  }

  private Scheduled overRunning(Request request, JobHead running) {
    Successor waiting = running.successor();
    if (waiting != null) {
      ScheduleOutcome kept = unlessTaken(request, waiting.head());
      return kept != null
          ? result(request.spec, kept, waiting.head().dueAt(), request.reached)
          : succeed(request, running, waiting.head(), ScheduleOutcome.REPLACED);
    }
    ScheduleOutcome refused = unlessTaken(request, running);
    return refused == null || running.isMarkedCancelled()
        ? succeed(request, running, null, ScheduleOutcome.SUCCESSOR)
        : result(request.spec, refused, running.dueAt(), request.reached);
  }

  private Scheduled succeed(
      Request request, JobHead running, @Nullable JobHead before, ScheduleOutcome outcome) {
    List<Answer> known = before == null ? List.of() : before.answers();
    JobHead head = head(request, before, known, outcome);
    state.table().update(running, running.with(new Successor(head, request.spec.body().copy())));
    state.events().add(Event.SCHEDULED);
    return result(request.spec, outcome, head.dueAt(), request.reached);
  }

  /** What keeps a request from taking the place of a job, or null when it does. */
  private static @Nullable ScheduleOutcome unlessTaken(Request request, JobHead existing) {
    boolean waits = existing.stage() == Stage.WAITING;
    return switch (request.spec.onConflict().rule()) {
      case REJECT -> ScheduleOutcome.REJECTED;
      case KEEP ->
          existing.stage() == Stage.LEASED ? ScheduleOutcome.KEPT_RUNNING : ScheduleOutcome.KEPT;
      case KEEP_UNFINISHED ->
          switch (existing.stage()) {
            case WAITING -> ScheduleOutcome.KEPT;
            case LEASED -> ScheduleOutcome.KEPT_RUNNING;
            case DEAD, DONE, CANCELLED -> null;
          };
      case REPLACE, DEBOUNCE -> null;
      case EARLIEST -> waits && request.dueAt >= existing.dueAt() ? ScheduleOutcome.KEPT : null;
      case LATEST -> waits && request.dueAt <= existing.dueAt() ? ScheduleOutcome.KEPT : null;
    };
  }

  private JobHead head(
      Request request, @Nullable JobHead before, List<Answer> known, ScheduleOutcome outcome) {
    JobSpec spec = request.spec;
    QueueSettings defaults = state.settings();
    long anchorAt = anchor(spec.onConflict(), before, request.now);
    long dueAt = bounded(spec.onConflict(), request.dueAt, anchorAt);
    long priority = spec.priority() == null ? defaults.defaultPriority() : spec.priority();
    List<Answer> answers = withAnswer(known, new Answer(spec.nonce(), outcome, dueAt));
    return new JobHead(
        spec.id(),
        terms(spec, defaults),
        new Placement(priority, dueAt, dueAt, request.now, anchorAt),
        Progress.NONE.mayHaveArrived(spec.mayHaveArrived()),
        answers.isEmpty() ? RequestLog.NONE : new RequestLog(answers, null));
  }

  private static Terms terms(JobSpec spec, QueueSettings defaults) {
    return new Terms(
        spec.tags(),
        spec.retry() == null ? defaults.defaultRetry() : spec.retry(),
        spec.expiry(),
        spec.retention() == null ? -1 : spec.retention().toMillis());
  }

  private static @Nullable Answer answerTo(long nonce, JobHead head) {
    if (nonce == 0) {
      return null;
    }
    for (Answer answer : head.answers()) {
      if (answer.nonce() == nonce) {
        return answer;
      }
    }
    return head.successor() == null ? null : answerTo(nonce, head.successor().head());
  }

  private static List<Answer> withAnswer(List<Answer> before, Answer answer) {
    if (answer.nonce() == 0) {
      return before;
    }
    return RequestLog.last(before, List.of(answer));
  }

  private Scheduled accepted(Request request, JobHead head, ScheduleOutcome outcome) {
    state.events().add(Event.SCHEDULED);
    state.wakeUp().mayComeAt(head.dueAt());
    if (head.terms().expiry() != null) {
      state.maintenance().expiresAt(head.expiresAt());
    }
    return result(request.spec, outcome, head.dueAt(), request.reached);
  }

  private static Scheduled result(
      JobSpec spec, ScheduleOutcome outcome, long dueAt, Durability.Reached reached) {
    return new Scheduled(spec.id(), outcome, Instant.ofEpochMilli(dueAt), reached, null);
  }

  private record Request(
      JobSpec spec, long dueAt, Durability.Reached reached, long now, QueueSettings quotas) {}

  /** The due time that a request gets, its anchor given: only DEBOUNCE bounds it. */
  private static long bounded(OnConflict rule, long dueAt, long anchorAt) {
    return isDebounce(rule)
        ? Math.min(dueAt, anchorAt + Objects.requireNonNull(rule.maxWait()).toMillis())
        : dueAt;
  }

  /** The anchor of a job that takes the place of {@code existing}, if there is one. */
  private static long anchor(OnConflict rule, @Nullable JobHead existing, long now) {
    return existing != null && isDebounce(rule) ? existing.anchorAt() : now;
  }

  private static boolean isDebounce(OnConflict rule) {
    return rule.rule() == OnConflict.Rule.DEBOUNCE;
  }
}
