package io.duetime.server.handover;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.handover.HandOverPlan;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Target;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
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
  private static final Duration ANSWER = Duration.ofSeconds(30);

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

  /**
   * The outcome of a message that tried a target.
   *
   * @param outcome CONFIRMED, or the name of a {@link PublishFailure.Kind}
   * @param millis how long it took, with the connection that was made for it
   * @param message where it went, or why it did not; may be empty
   */
  public record Tried(String outcome, long millis, String message) {}

  /**
   * Sends a message to a destination of a target over a connection of its own. Fails with what is
   * wrong with the settings; other failures are an outcome.
   *
   * @param queue the queue that the message seems to come from; empty for none
   */
  public CompletionStage<Tried> send(
      TargetDefinition definition, Map<String, String> destination, String queue) {
    HandOverRoute asked = new HandOverRoute(definition.name(), destination);
    return CompletableFuture.supplyAsync(
        () -> {
          HandOverPlan handOver = HandOverPlan.of(definition.route(asked));
          Target target = store.open(definition);
          try {
            InstantSource clock = SystemTime.clock();
            long begun = clock.millis();
            String id = TestMessage.HEADER + "-" + begun;
            CompletionStage<?> sent =
                handOver.send(
                    target,
                    new TestMessage(queue.isEmpty() ? TestMessage.HEADER : queue, id, begun));
            return tried(sent, clock, begun);
          } finally {
            executor.execute(target::close);
          }
        },
        executor);
  }

  private static Tried tried(CompletionStage<?> sent, InstantSource clock, long begun) {
    String outcome = PublishFailure.Kind.UNCONFIRMED.name();
    String message = "";
    try {
      Object where = sent.toCompletableFuture().get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
      outcome = "CONFIRMED";
      message = where instanceof String text ? text : "";
    } catch (ExecutionException failed) {
      Throwable cause = Stages.cause(failed);
      message = reason(cause);
      if (cause instanceof PublishFailure known) {
        outcome = known.kind().name();
      }
    } catch (TimeoutException silent) {
      message = "no answer within " + ANSWER.toSeconds() + " s";
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      message = "the server stops";
    }
    return new Tried(outcome, clock.millis() - begun, message);
  }

  private static String reason(Throwable cause) {
    return cause instanceof PublishFailure known ? known.reason() : String.valueOf(cause);
  }

  private static Optional<String> failure(CompletionStage<?> lookUp) {
    try {
      lookUp.toCompletableFuture().get(LOOK_UP.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (ExecutionException failed) {
      return Optional.of(reason(Stages.cause(failed)));
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
