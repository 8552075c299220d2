package io.duetime.handover;

import io.duetime.JobQueue;
import io.duetime.Limits;
import io.duetime.async.Stages;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Hands the due jobs of a queue over to a receiver: publishes each, and acknowledges it when the
 * receiver has confirmed it. Delivery is at-least-once; a message that may be a duplicate says so
 * in its headers. Thread safe.
 *
 * <p>A message that is refused is retried by the retry policy of its job, and its job is dead with
 * the last answer when the attempts are used up. While the target is down its {@link
 * CircuitBreaker} is open, jobs stay in their queue, and those that were not sent use no attempt.
 */
public final class HandOver implements AutoCloseable {
  private final CircuitBreaker breaker;
  private final CircuitBreaker destination;
  private final DueJobPublisher course;
  private final DestinationWatch watch;

  private HandOver(Builder plan, DueJobPublisher course) {
    this.breaker = plan.breaker;
    this.destination = plan.destination;
    this.course = course;
    this.watch = new DestinationWatch(plan);
  }

  /** Returns a builder of a hand-over from a queue to a destination. */
  public static Builder of(JobQueue<byte[]> queue, Publisher publisher) {
    return new Builder(Limits.given("queue", queue), Limits.given("publisher", publisher));
  }

  /** What is known about the target. */
  public CircuitBreaker.Status status() {
    return breaker.status();
  }

  /**
   * What is known about the destination, such as an exchange or a topic. It is looked up at the
   * start. Its breaker opens at once when it is missing or forbidden, and other queues of the
   * target do not notice.
   */
  public CircuitBreaker.Status destination() {
    return destination.status();
  }

  /**
   * Ends the pauses of the target and of the destination: a single job is sent at once, and the
   * hand-over goes on if that is confirmed.
   */
  public void probe() {
    breaker.probe();
    destination.probe();
  }

  /** How many messages wait for their confirm. */
  public int inFlight() {
    return course.inFlight();
  }

  /**
   * Ends the hand-over: claims nothing more, and waits for confirms up to the close limit. Jobs
   * without a confirm run again when their leases end.
   */
  @Override
  public void close() {
    watch.close();
    course.close();
  }

  /** Builds a {@link HandOver}. */
  public static final class Builder {
    private static final int MAX_IN_FLIGHT = 100_000;

    final JobQueue<byte[]> queue;
    final Publisher publisher;
    CircuitBreaker breaker;
    CircuitBreaker destination;
    int inFlight = 1_000;
    Duration lease = Limits.DEFAULT_LEASE;
    Duration closeLimit = Duration.ofSeconds(30);

    private Builder(JobQueue<byte[]> queue, Publisher publisher) {
      this.queue = queue;
      this.publisher = publisher;
      this.breaker = CircuitBreaker.of(queue.name());
      this.destination = CircuitBreaker.of("of queue " + queue.name());
    }

    /** Replaces the breaker of the destination, for tests. */
    Builder destination(CircuitBreaker other) {
      this.destination = other;
      return this;
    }

    /** The state that both breakers allow. */
    CircuitBreaker.State state() {
      CircuitBreaker.State target = breaker.status().state();
      CircuitBreaker.State ofQueue = destination.status().state();
      if (target == CircuitBreaker.State.OPEN || ofQueue == CircuitBreaker.State.OPEN) {
        return CircuitBreaker.State.OPEN;
      }
      return target == CircuitBreaker.State.CLOSED ? ofQueue : target;
    }

    /** Calls back after each change of a breaker. Returns what ends it. */
    Runnable listen(Runnable listener) {
      Runnable forgetTarget = breaker.listen(listener);
      Runnable forgetDestination = destination.listen(listener);
      return () -> {
        forgetTarget.run();
        forgetDestination.run();
      };
    }

    /** Shares the breaker of a target with its other hand-overs; by default each has its own. */
    public Builder breaker(CircuitBreaker shared) {
      this.breaker = Limits.given("breaker", shared);
      return this;
    }

    /** Limits the messages that wait for their confirm, 1 to 100,000; 1,000 by default. */
    public Builder inFlight(int messages) {
      Limits.count("inFlight", messages, MAX_IN_FLIGHT);
      this.inFlight = messages;
      return this;
    }

    /**
     * Sets how long jobs are leased, 30 ms to 365 days; 30 s by default. Leases are extended while
     * messages wait for their confirm.
     */
    public Builder lease(Duration newLease) {
      this.lease = Limits.given("lease", newLease);
      return this;
    }

    /** Sets how long closing waits for confirms, 0 to 365 days; 30 s by default. */
    public Builder closeLimit(Duration limit) {
      this.closeLimit = Limits.given("closeLimit", limit);
      return this;
    }

    /** Starts the hand-over. */
    public HandOver start() {
      HandOver started = new HandOver(this, DueJobPublisher.start(this));
      started.watch.lookUp();
      return started;
    }
  }

  /**
   * Looks the destination of a hand-over up at the start, so that a missing one is known before a
   * job is due. One that a look-up found missing is looked up again after each pause of its
   * breaker. Thread safe.
   */
  static final class DestinationWatch {
    private final Publisher publisher;
    private final CircuitBreaker destination;
    private final Runnable forget;
    private volatile boolean isMissing;
    private volatile boolean closed;

    DestinationWatch(HandOver.Builder plan) {
      this.publisher = plan.publisher;
      this.destination = plan.destination;
      this.forget = destination.listen(this::changed);
    }

    private void changed() {
      CircuitBreaker.State state = destination.status().state();
      if (state == CircuitBreaker.State.CLOSED) {
        isMissing = false;
      } else if (state == CircuitBreaker.State.HALF_OPEN && isMissing) {
        lookUp();
      }
    }

    void lookUp() {
      PublishAnswers.lookUp(publisher)
          .whenComplete((there, failure) -> {
            if (!closed) {
              answered(failure);
            }
          });
    }

    private void answered(@Nullable Throwable failure) {
      if (failure == null) {
        if (isMissing) {
          destination.answered();
        }
      } else if (Stages.cause(failure) instanceof PublishFailure known && known.isOfDestination()) {
        isMissing = true;
        destination.refused(known.reason());
      } else if (isMissing) {
        // It pauses again, since the end of the next pause begins the next look-up.
        destination.refused(String.valueOf(Stages.cause(failure).getMessage()));
      }
    }

    void close() {
      closed = true;
      forget.run();
    }
  }
}
