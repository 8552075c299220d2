package io.duetime.handover;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.JobInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A route, with the settings that are the same for all types of targets told apart from those of
 * the destination.
 *
 * @param destination the settings of the destination, for {@link Target#publisher}
 * @param inFlight the most messages that wait for their confirm
 */
public record HandOverPlan(Map<String, String> destination, int inFlight) {
  private static final String IN_FLIGHT = "inFlight";
  private static final int DEFAULT_IN_FLIGHT = 1_000;
  private static final int MAX_IN_FLIGHT = 100_000;

  /**
   * Reads a route.
   *
   * @throws InvalidRequestException if a setting is wrong
   */
  public static HandOverPlan of(HandOverRoute route) {
    Map<String, String> destination = new HashMap<>(route.destination());
    String inFlight = destination.remove(IN_FLIGHT);
    return new HandOverPlan(Map.copyOf(destination), inFlight(inFlight));
  }

  private static int inFlight(@Nullable String text) {
    if (text == null) {
      return DEFAULT_IN_FLIGHT;
    }
    boolean isNumber = text.matches("[1-9][0-9]{0,5}") && Integer.parseInt(text) <= MAX_IN_FLIGHT;
    if (!isNumber) {
      throw new InvalidRequestException("handOver." + IN_FLIGHT, text, "\"1\" to \"100000\"");
    }
    return Integer.parseInt(text);
  }

  /**
   * Starts to hand a queue over.
   *
   * @param breaker the breaker of the target
   * @param closeLimit how long closing waits for confirms
   */
  public HandOver start(
      Duetime duetime, String queue, Target target, CircuitBreaker breaker, Duration closeLimit) {
    return HandOver.of(duetime.queue(queue, Codec.bytes()), publisher(target))
        .breaker(breaker)
        .inFlight(inFlight)
        .closeLimit(closeLimit)
        .start();
  }

  /**
   * Refuses settings that the target does not know, and looks whether the destination is there.
   *
   * @return as of {@link Publisher#lookUp}
   */
  public CompletionStage<?> lookUp(Target target) {
    return PublishAnswers.lookUp(publisher(target));
  }

  /** Sends one message without a queue, as to try a destination. */
  public CompletionStage<?> send(Target target, JobInfo<byte[]> job) {
    return PublishAnswers.of(publisher(target), job);
  }

  private Publisher publisher(Target target) {
    try {
      return target.publisher(destination);
    } catch (InvalidRequestException wrong) {
      throw new InvalidRequestException(
          "handOver." + wrong.field(), wrong.value(), wrong.allowed());
    }
  }
}
