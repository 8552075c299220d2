package io.duetime.handover;

import io.duetime.async.Stages;
import org.jspecify.annotations.Nullable;

/**
 * Looks the destination of a hand-over up at the start, so that a missing one is known before a job
 * is due. One that a look-up found missing is looked up again after each pause of its breaker.
 * Thread safe.
 */
final class DestinationWatch {
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
