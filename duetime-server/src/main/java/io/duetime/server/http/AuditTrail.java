package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.SettingsJson;
import io.duetime.wire.StrictJson;
import io.duetime.wire.UpdateJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records changes in the audit log of the store before they are answered. Calls that were refused
 * have changed nothing and are not recorded; those that failed may have. Thread safe.
 */
record AuditTrail(AuditLog log) {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final int FAILED = 500;

  private static final List<String> OTHER_FIELDS =
      List.of(
          "all",
          "ids",
          "change",
          "changes",
          "spread",
          "by",
          "first",
          "perSecond",
          "stopAtFailures",
          "knownFor",
          "knownUntil",
          "note",
          "schedule",
          "cron",
          "zone",
          "every",
          "missed",
          "paused",
          "grace",
          "until",
          "times",
          "firstNow",
          "keepPending",
          "grants",
          "expiresAt",
          "expiresAfter",
          "requestsPerSecond",
          "jobsPerSecond",
          "overlap",
          "folder",
          "logLevel");

  /** The fields of bodies that are recorded. */
  private static final Set<String> FIELDS =
      Stream.of(
              SettingsJson.FIELDS,
              ChangeJson.FILTER_FIELDS,
              ChangeJson.RESCHEDULE_FIELDS,
              UpdateJson.FILTERED_FIELDS,
              OTHER_FIELDS)
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  /** Answers a call, and records it as the rule of its route says. */
  CompletionStage<HttpAnswer> answer(Route route, Call call) {
    if (!isRecorded(route.rule(), call)) {
      return route.handler().answer(call);
    }
    CompletionStage<HttpAnswer> answer = Stages.call(() -> route.handler().answer(call));
    return answer
        .handle((done, error) -> done == null ? Refusal.problemOf(error).status() : done.status())
        .thenCompose(status -> record(route, call, status))
        .handle((recorded, error) -> recorded)
        .thenCompose(recorded -> answer);
  }

  private static boolean isRecorded(Rule rule, Call call) {
    if (call.query().has("dryRun") && call.query().isOn("dryRun")) {
      return false;
    }
    return switch (rule.audit()) {
      case NEVER -> false;
      case BY_ADMIN -> isByAdmin(call);
      case BY_FILTER -> {
        Map<String, @Nullable Object> fields = fields(call);
        yield !isDryRun(fields) && (isByAdmin(call) || isByFilter(fields));
      }
      case ALWAYS -> true;
    };
  }

  private static boolean isByAdmin(Call call) {
    return call.caller().isNamed() && call.caller().may(Role.ADMIN, call.queue());
  }

  private CompletionStage<?> record(Route route, Call call, int status) {
    boolean mayHaveChanged = status < 400 || status >= FAILED;
    if (!mayHaveChanged) {
      return Stages.done(0L);
    }
    Supplier<AuditEvent> event = () -> event(route, call, status);
    return Stages.call(() -> log.audit(event.get()))
        .whenComplete((number, error) -> {
          if (error != null) {
            LOG.warn("Could not record {} by {}", route.name(), call.caller().name(), error);
          }
        });
  }

  private static AuditEvent event(Route route, Call call, int status) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("address", call.caller().address());
    details.put("status", String.valueOf(status));
    describe(call, details);
    return new AuditEvent(
        call.caller().name(), route.name(), call.path().get("queue"), id(call), details);
  }

  /**
   * Adds the query, and those fields of the body that are a filter or a setting, never payloads or
   * headers.
   */
  private static void describe(Call call, Map<String, String> details) {
    String query = call.request().query();
    if (query != null && !query.isEmpty()) {
      details.put("query", cut(query));
    }
    Map<String, @Nullable Object> fields = new TreeMap<>(fields(call));
    fields.keySet().retainAll(FIELDS);
    if (!fields.isEmpty()) {
      details.put("fields", cut(JsonShape.value(fields).text()));
    }
  }

  /** Whether the body asks for a change of jobs that it selects by more than their ids. */
  private static boolean isByFilter(Map<String, @Nullable Object> fields) {
    boolean byIds =
        fields.containsKey("ids")
            && ChangeJson.FILTER_FIELDS.stream().noneMatch(fields::containsKey);
    return !byIds && !fields.containsKey("changes");
  }

  /** Whether the body asks for a count. */
  private static boolean isDryRun(Map<String, @Nullable Object> fields) {
    return Boolean.TRUE.equals(fields.get("dryRun"));
  }

  /** The job, recurring definition, token, task or session, or null. */
  private static @Nullable String id(Call call) {
    return Stream.of("id", "name", "task", "session")
        .map(call.path()::get)
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> nameIn(fields(call)))
        .filter(id -> !id.isEmpty())
        .map(AuditTrail::cut)
        .orElse(null);
  }

  private static Optional<String> nameIn(Map<String, @Nullable Object> fields) {
    return Optional.ofNullable(fields.get("name") instanceof String name ? name : null);
  }

  /** A body that is not read, as of a call that needs none, must not prevent the entry. */
  private static Map<String, @Nullable Object> fields(Call call) {
    try {
      return call.body().length == 0 ? Map.of() : StrictJson.object(call.body()).values();
    } catch (InvalidRequestException ignored) {
      return Map.of();
    }
  }

  /** The beginning of a text that is too long for a detail. */
  private static String cut(String text) {
    String visible = text.replaceAll("\\p{Cntrl}", "?");
    if (bytes(visible) <= Limits.MAX_TEXT_BYTES) {
      return visible;
    }
    int end = Math.min(visible.length(), Limits.MAX_TEXT_BYTES);
    while (bytes(visible.substring(0, end)) > Limits.MAX_TEXT_BYTES - 3) {
      end = visible.offsetByCodePoints(end, -1);
    }
    return visible.substring(0, end) + "…";
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
