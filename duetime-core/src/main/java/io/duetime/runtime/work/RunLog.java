package io.duetime.runtime.work;

import io.duetime.JobFailed;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.SettleRequest.Verb;
import io.duetime.Settled;
import io.duetime.Worker;
import io.duetime.runtime.call.ErrorText;
import io.duetime.runtime.call.FailureLog;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what failed and what happens next: exceptions once for each job, reasons that handlers give
 * themselves by kind.
 */
record RunLog(FailureLog failures) {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  void settled(Run<?> run, RunOutcome outcome, Settled result) {
    Throwable cause = outcome.cause();
    if (cause != null && result.outcome() == SettleOutcome.CANCELLED && run.isCancelRequested()) {
      LOG.info(
          "The handler of {} ended early, as its job was cancelled: {}", run, cause.toString());
    } else if (outcome.request() instanceof SettleRequest.Release release) {
      if (release.interruption() != null) {
        interrupted(run, release.interruption(), result);
      } else {
        LOG.debug("The handler of {} could not begin: {}", run, outcome.reason());
      }
    } else if (cause instanceof JobFailed && cause.getCause() == null) {
      // A reason that the handler gave itself needs no stack trace.
      failures.failed(run.queue(), run.toString(), outcome.reason(), whatNext(result));
    } else if (cause != null) {
      LOG.warn(
          "The handler of {} {}; {}",
          run,
          outcome.request().verb() == Verb.BURY ? "gave up" : "failed",
          whatNext(result),
          ErrorText.toLog(cause));
    } else if (result.outcome() == SettleOutcome.LEASE_LOST) {
      LOG.warn("The handler of {} ended too late; {}", run, whatNext(result));
    }
  }

  private static void interrupted(Run<?> run, String interruption, Settled result) {
    if (result.outcome() == SettleOutcome.RELEASED) {
      LOG.info("The handler of {} ended early ({}); it runs again", run, interruption);
    } else {
      LOG.warn(
          "The handler of {} ended early again ({}); after {} times in a row that counts as an"
              + " attempt, as it takes longer than deployments leave it; {}",
          run,
          interruption,
          SettleRequest.Release.FREE_INTERRUPTIONS,
          whatNext(result));
    }
  }

  static void leaseLost(Run<?> run) {
    LOG.warn(
        "The lease of {} is lost; a running handler is interrupted, and the job runs again", run);
  }

  static void ranTooLong(Run<?> run) {
    LOG.warn("The handler of {} runs too long; it was interrupted, and its lease will lapse", run);
  }

  static void abandoned(Run<?> run, Duration after, StackTraceElement[] stack) {
    Throwable where = stack.length == 0 ? null : new Throwable("the handler is here");
    if (where != null) {
      where.setStackTrace(stack);
    }
    LOG.warn(
        "The handler of {} goes on {} after its interrupt; it is abandoned: its result does not"
            + " count, and another job takes its place",
        run,
        DurationText.exact(after),
        where);
  }

  static void returned(Run<?> run) {
    LOG.info("The abandoned handler of {} has ended", run);
  }

  static void stuck(String worker, int handlers) {
    LOG.error(
        "Worker {} claims no more: {} abandoned handlers hold all its threads and all"
            + " replacements; it goes on when one of them ends, or after a restart",
        worker,
        handlers);
  }

  static void unsettled(Run<?> run, Throwable failure) {
    LOG.warn(
        "The end of {} could not be stored; when its lease has ended it runs again", run, failure);
  }

  static void refused(String worker, Throwable failure) {
    LOG.warn(
        "The executor of worker {} refuses tasks; waiting jobs are released, and for a moment no"
            + " more are claimed",
        worker,
        failure);
  }

  private static String whatNext(Settled result) {
    return switch (result.outcome()) {
      case RETRYING -> "it is retried at " + result.until();
      case DEAD -> "it is dead now";
      case SUCCEEDED -> "its successor replaces it";
      case CANCELLED -> "it was cancelled and is not retried";
      case LEASE_LOST, REFUSED -> "its lease was over, so that does not count";
      default -> "it is " + result.outcome().name().toLowerCase(Locale.ROOT);
    };
  }
}
