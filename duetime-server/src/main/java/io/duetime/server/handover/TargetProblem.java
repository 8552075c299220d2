package io.duetime.server.handover;

import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.handover.CircuitBreaker;
import io.duetime.runtime.call.Presence;
import io.duetime.settings.InstantText;
import io.duetime.wire.JsonShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Why the jobs of a queue are not handed over now, as one server knows it.
 *
 * @param target the target
 * @param isOfQueue whether other queues of the target may be handed over all the same
 * @param failure its last failure, or what is wrong with the settings
 * @param since since when nothing is sent; empty for wrong settings
 * @param until until when nothing is sent; empty while single jobs are sent
 * @param lastSuccess when this server last handed a job over
 */
public record TargetProblem(
    String target,
    boolean isOfQueue,
    String failure,
    Optional<Instant> since,
    Optional<Instant> until,
    Optional<Instant> lastSuccess) {
  /** The causes that a job has whose target takes nothing. */
  private static final Set<Why> DUE = Set.of(Why.HANDLERS_BUSY, Why.NO_CONSUMER, Why.NEXT_IN_TURN);

  private static final Set<String> OF_ATTEMPTS =
      Set.of("dueAt", "attempt", "maxAttempts", "retriesFor", "lastError", "mayHaveArrived");

  /** A queue whose settings or target cannot be used; admins of the store see why. */
  static TargetProblem ofSettings(String target) {
    return new TargetProblem(
        target,
        true,
        "the settings of the queue or of the target cannot be used, as 'duetime target show' tells",
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A target, or a destination in it for one queue, whose breaker is not closed. */
  static Optional<TargetProblem> of(
      String target, boolean isOfQueue, CircuitBreaker.Status breaker) {
    return breaker
        .failingSince()
        .map(since ->
            new TargetProblem(
                target,
                isOfQueue,
                breaker.lastFailure().orElse(""),
                Optional.of(since),
                breaker.openUntil(),
                breaker.lastSuccess()));
  }

  /** The problems of queues as other processes learn of them. */
  public static List<Presence.Target> present(Map<String, TargetProblem> byQueue) {
    Map<TargetProblem, List<String>> queues = new LinkedHashMap<>();
    byQueue.forEach(
        (queue, one) -> queues.computeIfAbsent(one, first -> new ArrayList<>()).add(queue));
    return queues.entrySet().stream().map(one -> one.getKey().present(one.getValue())).toList();
  }

  private Presence.Target present(List<String> queues) {
    return new Presence.Target(
        target,
        isOfQueue,
        since.map(Instant::toEpochMilli).orElse(0L),
        until.map(Instant::toEpochMilli).orElse(0L),
        lastSuccess.map(Instant::toEpochMilli).orElse(0L),
        failure,
        queues);
  }

  /** What a job waits for, if it is due. */
  public Explanation explain(Explanation explanation) {
    if (!DUE.contains(explanation.why())) {
      return explanation;
    }
    Map<String, String> details = new HashMap<>(explanation.details());
    details.keySet().retainAll(OF_ATTEMPTS);
    details.put("target", target);
    details.put("failure", failure);
    since.ifPresent(moment -> details.put("since", InstantText.format(moment)));
    until.ifPresent(moment -> details.put("until", InstantText.format(moment)));
    lastSuccess.ifPresent(moment -> details.put("lastSuccessAt", InstantText.format(moment)));
    return new Explanation(Why.TARGET_DOWN, details);
  }

  /** The same as an object, with the failure for those who may see texts of errors. */
  public JsonShape shape(boolean withFailure) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("target", target);
      if (withFailure) {
        out.writeStringProperty("failure", failure);
      }
      JsonShape.text(out, "since", since.map(InstantText::format).orElse(null));
      JsonShape.text(out, "until", until.map(InstantText::format).orElse(null));
      JsonShape.text(out, "lastSuccessAt", lastSuccess.map(InstantText::format).orElse(null));
      out.writeEndObject();
    };
  }

  /** The same in words. */
  public String describe() {
    String sent =
        until
            .map(moment -> "nothing is sent until " + InstantText.format(moment))
            .orElse(since.isPresent() ? "single jobs are sent" : "nothing is sent");
    return "the target "
        + target
        + since.map(moment -> " fails since " + InstantText.format(moment) + "; ").orElse(": ")
        + sent
        + lastSuccess.map(moment -> "; last success " + InstantText.format(moment)).orElse("")
        + (failure.isEmpty() ? "" : ": " + failure);
  }
}
