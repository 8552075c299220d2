package io.duetime.handover;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Looks the destination of a hand-over up at the start, so that a missing one is told before a job
 * is due. One that was found missing so is looked up again after each pause of its breaker. Thread
 * safe.
 */
final class DestinationWatch {
  private final Publisher publisher;
  private final CircuitBreaker destination;
  private final Runnable forget;
  private volatile boolean isMissing;

  private DestinationWatch(HandOver.Builder plan) {
    this.publisher = plan.publisher;
    this.destination = plan.destination;
    this.forget = destination.listen(this::changed);
  }

  static DestinationWatch start(HandOver.Builder plan) {
    DestinationWatch watch = new DestinationWatch(plan);
    watch.look();
    return watch;
  }

  private void changed() {
    switch (destination.status().state()) {
      case HALF_OPEN -> {
        if (isMissing) {
          look();
        }
      }
      case CLOSED -> isMissing = false;
      case OPEN -> {}
    }
  }

  private void look() {
    lookUp()
        .whenComplete((there, failure) -> {
          if (failure == null) {
            if (isMissing) {
              destination.answered();
            }
          } else if (PublishAnswers.cause(failure) instanceof PublishFailure known
              && known.isOfDestination()) {
            isMissing = true;
            destination.refused(known.reason());
          }
        });
  }

  private CompletionStage<?> lookUp() {
    try {
      return publisher.lookUp();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  void close() {
    forget.run();
  }
}
