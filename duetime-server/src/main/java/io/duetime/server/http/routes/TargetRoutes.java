package io.duetime.server.http.routes;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.server.Documents.Document;
import io.duetime.handover.CircuitBreaker;
import io.duetime.server.access.Role;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.handover.HandOvers.TargetStatus;
import io.duetime.server.handover.TargetDefinition;
import io.duetime.server.handover.TargetStore;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.EntityTag;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import tools.jackson.core.JsonGenerator;

/** Lists, shows, puts and deletes the targets of hand-overs. */
final class TargetRoutes {
  private static final String ALL = "/v1/targets";
  private static final String ONE = ALL + "/{name}";

  private final HandOvers handOvers;
  private final TargetStore targets;

  TargetRoutes(HandOvers handOvers) {
    this.handOvers = handOvers;
    this.targets = handOvers.store();
  }

  List<Route> routes() {
    Rule read = Rule.store(Role.ADMIN);
    Rule change = read.audited();
    return List.of(
        Route.get(ALL, read, this::list),
        Route.get(ONE, read, this::find),
        Route.put(ONE, change, BodyRule.SMALL_JSON, this::put),
        Route.post(ONE + "/probe", change, BodyRule.NONE, this::probe),
        Route.post(ONE + "/test", change, BodyRule.SMALL_JSON, this::test),
        Route.delete(ONE, change, this::delete));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    return targets
        .all()
        .thenApply(all ->
            HttpAnswer.ok(
                JsonShape.object(
                    "targets", JsonShape.array(all.stream().map(this::shape).toList()))));
  }

  private CompletionStage<HttpAnswer> find(Call call) {
    return targets
        .find(call.value("name"))
        .thenApply(found -> shown(200, found.orElseThrow(TargetRoutes::unknown)));
  }

  private CompletionStage<HttpAnswer> probe(Call call) {
    return targets
        .find(call.value("name"))
        .thenApply(found -> {
          TargetDefinition target = found.orElseThrow(TargetRoutes::unknown);
          handOvers.probe(target.name());
          return shown(200, target);
        });
  }

  /** Sends a test message, and tells what became of it. */
  private CompletionStage<HttpAnswer> test(Call call) {
    Fields fields = call.json(List.of("queue", "destination"));
    String named = fields.text("queue");
    String queue = named == null ? "" : Limits.queue(named);
    Map<String, String> destination =
        fields.has("destination") ? fields.textsByName("destination") : Map.of();
    return targets
        .find(call.value("name"))
        .thenCompose(found -> {
          TargetDefinition target = found.orElseThrow(TargetRoutes::unknown);
          return queue.isEmpty() || !destination.isEmpty()
              ? handOvers.checker().send(target, destination, queue)
              : handOvers
                  .route(queue)
                  .thenCompose(route ->
                      handOvers.checker().send(target, destination(target, queue, route), queue));
        })
        .thenApply(tried ->
            HttpAnswer.ok(
                JsonShape.object(out -> {
                  out.writeStringProperty("outcome", tried.outcome());
                  out.writeNumberProperty("millis", tried.millis());
                  out.writeStringProperty("message", tried.message());
                })));
  }

  private static Map<String, String> destination(
      TargetDefinition target, String queue, Optional<HandOverRoute> route) {
    return route
        .filter(one -> one.target().equals(target.name()))
        .orElseThrow(() ->
            new InvalidRequestException(
                "queue",
                queue,
                "a queue that is handed over to the target, or one with a destination"))
        .destination();
  }

  private CompletionStage<HttpAnswer> put(Call call) {
    String name = changeable(call);
    TargetDefinition given =
        TargetDefinition.read(name, call.jsonObject().values(), Document.ABSENT);
    return handOvers
        .checker()
        .check(given)
        .thenCompose(valid -> targets.find(name))
        .thenCompose(old -> put(call, given, old));
  }

  private CompletionStage<HttpAnswer> put(
      Call call, TargetDefinition given, Optional<TargetDefinition> old) {
    if (EntityTag.isConditional(call)) {
      EntityTag.check(call, old.map(found -> EntityTag.of(found.version())).orElse(null));
    }
    TargetDefinition replacing =
        new TargetDefinition(
            given.name(),
            given.type(),
            given.settings(),
            old.map(TargetDefinition::version).orElse(Document.ABSENT));
    return targets
        .put(replacing)
        .thenApply(stored -> {
          long version = stored.orElseThrow(TargetRoutes::changedMeanwhile);
          handOvers.lookSoon();
          return shown(
              old.isPresent() ? 200 : 201,
              new TargetDefinition(given.name(), given.type(), given.settings(), version));
        });
  }

  private CompletionStage<HttpAnswer> delete(Call call) {
    String name = changeable(call);
    return handOvers
        .queuesOf(name)
        .thenCompose(queues -> {
          if (!queues.isEmpty()) {
            throw new Refusal(
                Problem.of(
                    409,
                    "IN_USE",
                    "Jobs of %s are handed over to %s".formatted(String.join(", ", queues), name)));
          }
          return targets.find(name);
        })
        .thenCompose(found ->
            found
                .map(old -> {
                  if (EntityTag.isConditional(call)) {
                    EntityTag.check(call, EntityTag.of(old.version()));
                  }
                  return targets.delete(name, old.version());
                })
                .orElseThrow(TargetRoutes::unknown))
        .thenApply(deleted -> {
          if (!deleted) {
            throw changedMeanwhile();
          }
          handOvers.lookSoon();
          return HttpAnswer.ok(JsonShape.object("deleted", out -> out.writeBoolean(true)));
        });
  }

  private String changeable(Call call) {
    String name = call.value("name");
    if (targets.isDeclared(name)) {
      throw new Refusal(
          Problem.of(
              409,
              "DECLARED",
              "The file of the setting targets-file declares %s; change it there, and reload"
                  .formatted(name)));
    }
    return name;
  }

  private HttpAnswer shown(int status, TargetDefinition target) {
    return HttpAnswer.of(status, shape(target)).with("ETag", EntityTag.of(target.version()));
  }

  private JsonShape shape(TargetDefinition target) {
    return JsonShape.object(out -> {
      out.writeStringProperty("name", target.name());
      if (targets.isDeclared(target.name())) {
        out.writeStringProperty("source", "file");
      }
      target
          .members()
          .forEach((key, value) -> {
            out.writeName(key);
            JsonShape.value(value).write(out);
          });
      status(out, handOvers.status(target.name()));
    });
  }

  private static void status(JsonGenerator out, TargetStatus status) {
    out.writeName("status");
    out.writeStartObject();
    CircuitBreaker.Status breaker = status.breaker();
    out.writeStringProperty("state", breaker == null ? "unused" : state(breaker.state()));
    if (breaker != null) {
      breaker
          .openUntil()
          .ifPresent(until -> JsonShape.moment(out, "openUntil", until.toEpochMilli()));
      breaker
          .failingSince()
          .ifPresent(since -> JsonShape.moment(out, "failingSince", since.toEpochMilli()));
      breaker
          .lastSuccess()
          .ifPresent(moment -> JsonShape.moment(out, "lastSuccessAt", moment.toEpochMilli()));
      breaker.lastFailure().ifPresent(failure -> out.writeStringProperty("lastFailure", failure));
    }
    out.writeName("inFlight");
    JsonShape.value(status.inFlight()).write(out);
    out.writeName("problems");
    JsonShape.value(status.problems()).write(out);
    out.writeEndObject();
  }

  private static String state(CircuitBreaker.State state) {
    return switch (state) {
      case CLOSED, OPEN -> state.name().toLowerCase(Locale.ROOT);
      case HALF_OPEN -> "halfOpen";
    };
  }

  private static Refusal changedMeanwhile() {
    return new Refusal(
        Problem.of(409, "CHANGED_MEANWHILE", "Another call has changed the target meanwhile"));
  }

  private static Refusal unknown() {
    return Refusal.notFound("There is no target with this name");
  }
}
