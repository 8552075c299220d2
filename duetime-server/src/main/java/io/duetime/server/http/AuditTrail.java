package io.duetime.server.http;

import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.internal.async.Stages;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records changes in the audit log of the store before they are answered. Calls that were refused
 * have changed nothing and are not recorded; those that failed may have. Thread safe.
 */
final class AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final int FAILED = 500;

  private final AuditLog log;

  AuditTrail(AuditLog log) {
    this.log = log;
  }

  /** Answers a call, and records it as the rule of its route says. */
  CompletionStage<HttpAnswer> answer(Route route, Call call) {
    if (!isRecorded(RouteRoles.of(route), call)) {
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
      case BY_FILTER -> isByAdmin(call) ? !ChangeText.isDryRun(call) : ChangeText.isByFilter(call);
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
            LOG.warn(
                "Could not record {} by {}", RouteRoles.name(route), call.caller().name(), error);
          }
        });
  }

  private static AuditEvent event(Route route, Call call, int status) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("address", call.caller().address());
    details.put("status", String.valueOf(status));
    ChangeText.put(details, call);
    return new AuditEvent(
        call.caller().name(),
        RouteRoles.name(route),
        call.path().get("queue"),
        ChangeText.id(call),
        details);
  }
}
