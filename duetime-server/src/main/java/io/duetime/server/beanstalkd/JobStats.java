package io.duetime.server.beanstalkd;

import io.duetime.JobState;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.JobView;
import io.duetime.server.beanstalkd.Reply.Yaml;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The statistics of one job; how often what happened comes from its last ten attempts. */
record JobStats(long number, String tube, JobView job) {
  private static final long MILLIS = 1_000;

  /**
   * Writes the statistics.
   *
   * @param ownLeft what is left of the reservation if the asking connection has it, or null
   */
  Buffer yaml(long nowMillis, Duration ttr, @Nullable Duration ownLeft) {
    long timeouts = count(JobStats::isTimeout);
    long buries = count(one -> one.outcome() == Outcome.BURIED);
    return Reply.yaml(
        new Yaml()
            .with("id", number)
            .text("tube", tube)
            .with("state", state())
            .with("pri", job.traits().priority())
            .with("age", Math.max(0, nowMillis - job.times().scheduledAt()) / MILLIS)
            .with("delay", delaySeconds())
            .with("ttr", ttr.toSeconds())
            .with("time-left", leftSeconds(nowMillis, ttr, ownLeft))
            .with("file", 0)
            .with("reserves", reserves())
            .with("timeouts", timeouts)
            .with("releases", count(one -> one.outcome() == Outcome.FAILED && !isTimeout(one)))
            .with("buries", buries)
            .with("kicks", Math.max(0, buries - (job.state() == JobState.DEAD ? 1 : 0))));
  }

  // A redrive counts attempts from the beginning, but the history stays.
  private int reserves() {
    int running = job.state() == JobState.RUNNING ? 1 : 0;
    return Math.max(job.traits().attempt(), job.history().size() + running);
  }

  private String state() {
    return switch (job.state()) {
      case DELAYED -> "delayed";
      case READY -> "ready";
      case RUNNING -> "reserved";
      default -> "buried";
    };
  }

  // The delay that the last put or release asked for; a kick after a bury has none.
  private long delaySeconds() {
    List<AttemptRecord> history = job.history();
    if (history.isEmpty()) {
      return secondsFrom(job.times().scheduledAt());
    }
    AttemptRecord last = history.get(history.size() - 1);
    return last.outcome() == Outcome.FAILED ? secondsFrom(last.endedAtMillis()) : 0;
  }

  private long secondsFrom(long fromMillis) {
    return Math.max(0, job.times().dueAt() - fromMillis + MILLIS / 2) / MILLIS;
  }

  private long leftSeconds(long nowMillis, Duration ttr, @Nullable Duration ownLeft) {
    if (job.state() == JobState.DELAYED) {
      return Math.max(0, job.times().dueAt() - nowMillis) / MILLIS;
    }
    JobView.LeaseView lease = job.lease();
    if (lease == null) {
      return 0;
    }
    if (ownLeft != null) {
      return Math.max(0, ownLeft.toSeconds());
    }
    return Math.max(0, lease.sinceMillis() + ttr.toMillis() - nowMillis) / MILLIS;
  }

  private long count(Predicate<AttemptRecord> which) {
    return job.history().stream().filter(which).count();
  }

  private static boolean isTimeout(AttemptRecord attempt) {
    return attempt.outcome() == Outcome.LEASE_LOST
        || attempt.error().equals(ReservationKeeper.TIMED_OUT);
  }
}
