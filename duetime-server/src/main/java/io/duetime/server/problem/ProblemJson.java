package io.duetime.server.problem;

import io.duetime.runtime.call.Presence;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.server.problem.ProblemKeeper.Judgement;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.ProcessJson;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes problems and processes as their callers see them. */
public final class ProblemJson {
  private ProblemJson() {}

  /** What was judged. */
  public static JsonShape page(Judgement judged, Caller caller) {
    return JsonShape.object(out -> {
      JsonShape.moment(out, "asOf", judged.nowMillis() == 0 ? Long.MAX_VALUE : judged.nowMillis());
      out.writeName("problems");
      out.writeRawValue(problems(judged, caller));
      out.writeNumberProperty("more", judged.more());
    });
  }

  /** The problems that a caller may see, as JSON. */
  public static String problems(Judgement judged, Caller caller) {
    return judged
        .texts()
        .computeIfAbsent(
            caller.grants(),
            grants ->
                JsonShape.array(
                        judged.problems().stream()
                            .map(one ->
                                one.shownTo(may(caller, Role.READ), may(caller, Role.PAYLOAD)))
                            .filter(Objects::nonNull)
                            .map(StoreProblem::shape)
                            .toList())
                    .text());
  }

  /** Whether a caller has a role on a queue; asked with null for all queues. */
  public static Predicate<@Nullable String> may(Caller caller, Role role) {
    return queue -> queue == null ? caller.mayEverywhere(role) : caller.may(role, queue);
  }

  /** The processes, with the workers of queues that the caller may read. */
  public static JsonShape processes(List<Presence> present, Caller caller) {
    Predicate<@Nullable String> reads = may(caller, Role.READ);
    return JsonShape.object(
        "processes",
        JsonShape.array(
            present.stream()
                .filter(one ->
                    reads.test(null)
                        || one.workers().stream().anyMatch(worker -> reads.test(worker.queue())))
                .map(one -> process(one, reads))
                .toList()));
  }

  private static JsonShape process(Presence process, Predicate<@Nullable String> reads) {
    return JsonShape.object(out -> {
      out.writeStringProperty("process", process.process());
      JsonShape.moment(out, "seen", process.atMillis());
      Presence.Server server = process.server();
      if (server != null) {
        out.writeStringProperty("server", server.address());
        out.writeStringProperty("version", server.version());
      }
      out.writeName("workers");
      JsonShape.array(
              process.workers().stream()
                  .filter(worker -> reads.test(worker.queue()))
                  .map(worker -> Members.shape(worker, ProcessJson::worker))
                  .toList())
          .write(out);
      out.writeNumberProperty("more", process.more());
    });
  }
}
