package io.duetime.server.handover;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.handover.HandOverPlan;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Target;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks targets and the routes of queues before they are stored, by opening and closing the
 * target. Thread safe.
 */
public class TargetChecker {
  private static final Logger LOG = LoggerFactory.getLogger(TargetChecker.class);
  private static final String TARGET = "handOver.target";
  private static final Duration LOOK_UP = Duration.ofSeconds(3);

  private final TargetStore store;
  private final Executor executor;

  /** Opens targets, which reads files, with this executor. */
  public TargetChecker(TargetStore store, Executor executor) {
    this.store = store;
    this.executor = executor;
  }

  /** Fails with what is wrong with a target. */
  public CompletionStage<Boolean> check(TargetDefinition definition) {
    return CompletableFuture.supplyAsync(
        () -> {
          store.open(definition).close();
          return true;
        },
        executor);
  }

  /**
   * Fails with what is wrong with the route of a queue. Answers why its destination takes no
   * messages now, as that may change.
   */
  public CompletionStage<Optional<String>> check(HandOverRoute route) {
    HandOverPlan.of(route);
    return store
        .find(route.target())
        .thenApplyAsync(
            found -> {
              TargetDefinition definition = found.orElseThrow(() -> unknown(route.target()));
              HandOverPlan handOver = HandOverPlan.of(definition.route(route));
              Target target = store.open(definition);
              try {
                return failure(handOver.lookUp(target));
              } finally {
                // It may wait for a connection that is being made.
                executor.execute(target::close);
              }
            },
            executor);
  }

  private static Optional<String> failure(CompletionStage<?> lookUp) {
    try {
      lookUp.toCompletableFuture().get(LOOK_UP.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (ExecutionException failed) {
      Throwable cause = Stages.cause(failed);
      return Optional.of(
          cause instanceof PublishFailure known ? known.reason() : String.valueOf(cause));
    } catch (TimeoutException silent) {
      return Optional.of("no answer within " + LOOK_UP.toSeconds() + " s");
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Fails with what is wrong with a route that a caller gives a queue. A caller that is no admin of
   * the store does not learn which targets exist, and how they are set, unless they are for the
   * queue.
   */
  public CompletionStage<Optional<String>> check(Caller caller, String queue, HandOverRoute route) {
    if (caller.mayEverywhere(Role.ADMIN)) {
      return check(route);
    }
    return store
        .find(route.target())
        .thenCompose(found -> {
          if (found.filter(target -> target.isFor(queue)).isEmpty()) {
            throw refused(
                route.target(),
                "the name of a target for this queue; an admin of the store may name others");
          }
          return check(route);
        })
        .handle((answer, failure) -> {
          if (failure != null) {
            throw withoutSettings(route.target(), Stages.cause(failure));
          }
          return answer;
        });
  }

  /** What is wrong with a route, but not what is wrong with the settings of its target. */
  private static RuntimeException withoutSettings(String target, Throwable wrong) {
    if (wrong instanceof InvalidRequestException known && !known.field().startsWith("handOver")) {
      LOG.error("The target {} cannot be opened: {}", target, known.getMessage());
      return refused(target, "a target that this server can open; its log says why it cannot");
    }
    return wrong instanceof RuntimeException unchecked ? unchecked : new CompletionException(wrong);
  }

  static InvalidRequestException unknown(String target) {
    return refused(target, "the name of a target that exists");
  }

  private static InvalidRequestException refused(String target, String allowed) {
    return new InvalidRequestException(TARGET, target, allowed);
  }
}
