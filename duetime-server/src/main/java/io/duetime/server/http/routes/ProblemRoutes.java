package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Engine;
import io.duetime.runtime.call.Presence;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.problem.ProblemJson;
import io.duetime.server.problem.ProblemKeeper;
import io.duetime.server.problem.StoreProblem;
import io.duetime.server.problem.StoreProblem.Known;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.ProcessJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Tells what is wrong and which processes there are; notes problems as known. */
final class ProblemRoutes {
  private static final int MOST_NOTE = 1_000;

  private final ProblemKeeper problems;

  private final ClientProcesses clients;

  ProblemRoutes(ProblemKeeper problems, Engine engine) {
    this.problems = problems;
    this.clients = new ClientProcesses(engine);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/problems", Rule.someQueue(Role.READ), this::list),
        Route.put(
            "/v1/problems/{problem}",
            Rule.someQueue(Role.ADMIN).audited(),
            BodyRule.SMALL_JSON,
            this::note),
        Route.get("/v1/processes", Rule.someQueue(Role.READ), this::processes),
        Route.put(
            "/v1/processes/{process}",
            Rule.someQueue(Role.CONSUME),
            BodyRule.JSON,
            this::tellOfProcess));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    return HttpAnswer.ok(ProblemJson.page(problems.last(), call.caller())).now();
  }

  private CompletionStage<HttpAnswer> processes(Call call) {
    return HttpAnswer.ok(ProblemJson.processes(problems.present(), call.caller())).now();
  }

  private CompletionStage<HttpAnswer> tellOfProcess(Call call) {
    Presence told =
        ProcessJson.checked(
            Members.read(call.json(List.of("process", "workers")), ProcessJson::process));
    told.workers().forEach(worker -> call.require(Role.CONSUME, worker.queue()));
    return clients
        .tell(call.caller(), call.value("process"), told)
        .thenApply(
            stored -> HttpAnswer.ok(JsonShape.object("told", out -> out.writeBoolean(stored))));
  }

  private CompletionStage<HttpAnswer> note(Call call) {
    String id = call.value("problem");
    StoreProblem open =
        problems.last().problems().stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .filter(one -> shown(call, one).isPresent())
            .orElseThrow(ProblemRoutes::unknown);
    if (open.queue() != null) {
      call.require(Role.ADMIN, open.queue());
    } else if (!call.caller().mayEverywhere(Role.ADMIN)) {
      throw Refusal.forbidden(Role.ADMIN, "*");
    }
    return problems
        .note(id, known(call))
        .thenApply(noted ->
            HttpAnswer.ok(
                noted
                    .flatMap(one -> shown(call, one))
                    .orElseThrow(ProblemRoutes::unknown)
                    .shape()));
  }

  private static Optional<StoreProblem> shown(Call call, StoreProblem one) {
    return Optional.ofNullable(
        one.shownTo(
            ProblemJson.may(call.caller(), Role.READ),
            ProblemJson.may(call.caller(), Role.PAYLOAD)));
  }

  /** What is noted; null if nobody is to know it any more. */
  private @Nullable Known known(Call call) {
    Fields fields = call.json(List.of("knownUntil", "knownFor", "note"));
    String note = fields.textOrNull("note");
    if (note != null && note.getBytes(StandardCharsets.UTF_8).length > MOST_NOTE) {
      throw new InvalidRequestException("note", note.length(), "at most 1,000 bytes");
    }
    Duration span = fields.duration("knownFor");
    Instant until =
        span == null
            ? fields.instant("knownUntil")
            : Instant.ofEpochMilli(problems.last().nowMillis() + Limits.delayMillis(span));
    if (until == null && note != null) {
      throw new InvalidRequestException("note", note, "only with knownFor or knownUntil");
    }
    return until == null
        ? null
        : new Known(
            Limits.moment("knownUntil", until).toEpochMilli(),
            call.caller().name(),
            note == null ? "" : note);
  }

  private static Refusal unknown() {
    return Refusal.notFound("There is no open problem with this id");
  }
}
