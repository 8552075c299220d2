package io.duetime.server.http;

import static io.duetime.server.access.Role.ADMIN;
import static io.duetime.server.access.Role.CONSUME;
import static io.duetime.server.access.Role.PRODUCE;
import static io.duetime.server.access.Role.READ;
import static java.util.Map.entry;

import io.duetime.server.http.call.Route;
import java.util.Map;

/**
 * The role that each route needs. A route that is not listed is only for admins of the store. With
 * {@code read} alone, answers have no payloads, headers and error texts.
 */
final class RouteRoles {
  private static final String QUEUE = "/v1/queues/{queue}";
  private static final String JOBS = QUEUE + "/jobs";
  private static final String JOB = JOBS + "/{id}";
  private static final String RECURRING = QUEUE + "/recurring/{name}";
  private static final String TARGET = "/v1/targets/{name}";
  private static final String TOKEN = "/v1/tokens/{name}";

  private static final Map<String, Rule> RULES =
      Map.ofEntries(
          entry("GET /health/live", Rule.open()),
          entry("GET /health/ready", Rule.open()),
          entry("GET /metrics", Rule.store(READ)),
          entry("GET /openapi.json", Rule.any()),
          entry("GET /v1/store", Rule.any()),
          entry("POST /v1/store/backup", Rule.store(ADMIN).audited()),
          entry("GET /v1/timeline", Rule.someQueue(READ)),
          entry("GET /v1/queues", Rule.someQueue(READ)),
          entry("GET " + QUEUE, Rule.queue(READ)),
          entry("PATCH " + QUEUE, Rule.queue(ADMIN).audited()),
          entry("DELETE " + QUEUE, Rule.queue(ADMIN).audited()),
          entry("GET " + QUEUE + "/timeline", Rule.queue(READ)),
          entry("PUT " + JOB, Rule.queue(PRODUCE)),
          entry("GET " + JOB, Rule.queue(READ)),
          entry("PATCH " + JOB, Rule.queue(PRODUCE).auditedByAdmin()),
          entry("DELETE " + JOB, Rule.queue(PRODUCE).auditedByAdmin()),
          entry("GET " + JOB + "/explain", Rule.queue(READ)),
          entry("POST " + JOBS, Rule.queue(PRODUCE)),
          entry("GET " + JOBS, Rule.queue(READ)),
          entry("DELETE " + JOBS, Rule.queue(PRODUCE).audited()),
          entry("POST " + JOBS + "/cancel", Rule.queue(PRODUCE).auditedByAdmin()),
          entry("POST " + JOBS + "/reschedule", Rule.queue(PRODUCE).auditedByFilter()),
          entry("POST " + QUEUE + "/claim", Rule.queue(CONSUME)),
          entry("POST " + QUEUE + "/ack", Rule.queue(CONSUME)),
          entry("POST " + QUEUE + "/retry", Rule.queue(CONSUME)),
          entry("POST " + QUEUE + "/bury", Rule.queue(CONSUME)),
          entry("POST " + QUEUE + "/extend", Rule.queue(CONSUME)),
          entry("POST " + QUEUE + "/release", Rule.queue(CONSUME)),
          entry("GET " + QUEUE + "/dead", Rule.queue(READ)),
          entry("POST " + QUEUE + "/redrive", Rule.queue(ADMIN).audited()),
          entry("POST " + QUEUE + "/purge", Rule.queue(ADMIN).audited()),
          entry("GET " + QUEUE + "/recurring", Rule.queue(READ)),
          entry("GET " + RECURRING, Rule.queue(READ)),
          entry("PUT " + RECURRING, Rule.queue(PRODUCE).audited()),
          entry("DELETE " + RECURRING, Rule.queue(PRODUCE).audited()),
          entry("POST " + RECURRING + "/pause", Rule.queue(PRODUCE).audited()),
          entry("POST " + RECURRING + "/resume", Rule.queue(PRODUCE).audited()),
          entry("POST " + RECURRING + "/run", Rule.queue(PRODUCE).audited()),
          entry("GET /v1/tokens", Rule.store(ADMIN)),
          entry("POST /v1/tokens", Rule.store(ADMIN).audited()),
          entry("GET " + TOKEN, Rule.store(ADMIN)),
          entry("PATCH " + TOKEN, Rule.store(ADMIN).audited()),
          entry("DELETE " + TOKEN, Rule.store(ADMIN).audited()),
          entry("POST " + TOKEN + "/rotate", Rule.store(ADMIN).audited()),
          entry("GET /v1/targets", Rule.store(ADMIN)),
          entry("GET " + TARGET, Rule.store(ADMIN)),
          entry("PUT " + TARGET, Rule.store(ADMIN).audited()),
          entry("DELETE " + TARGET, Rule.store(ADMIN).audited()),
          entry("POST " + TARGET + "/probe", Rule.store(ADMIN).audited()),
          entry("GET /v1/tasks", Rule.any()),
          entry("GET /v1/tasks/{task}", Rule.any()),
          entry("DELETE /v1/tasks/{task}", Rule.someQueue(PRODUCE).audited()),
          entry("GET /v1/events", Rule.someQueue(READ)),
          entry("POST " + JOBS + "/list", Rule.queue(READ)),
          entry("POST " + JOBS + "/change", Rule.queue(PRODUCE).auditedByFilter()),
          entry("POST " + QUEUE + "/settle", Rule.queue(CONSUME)),
          entry("GET " + QUEUE + "/watch", Rule.queue(CONSUME)),
          entry("GET " + QUEUE + "/shards", Rule.queue(CONSUME)),
          entry("POST " + QUEUE + "/numbers", Rule.queue(PRODUCE)),
          entry("GET /v1/numbers/{number}", Rule.store(READ)),
          entry("GET /v1/store/clock", Rule.any()),
          entry("POST /v1/store/maintain", Rule.store(ADMIN)),
          entry("GET /v1/caller", Rule.any()),
          entry("GET /v1/server", Rule.store(ADMIN)),
          entry("PATCH /v1/server", Rule.store(ADMIN).audited()),
          entry("POST /v1/server/reload", Rule.store(ADMIN).audited()),
          entry("GET /v1/audit", Rule.store(ADMIN)));

  private RouteRoles() {}

  /** The rule of a route. */
  static Rule of(Route route) {
    return RULES.getOrDefault(name(route), Rule.UNLISTED);
  }

  /** Whether a route is listed; the tests require it of every route. */
  static boolean isListed(Route route) {
    return RULES.containsKey(name(route));
  }

  static String name(Route route) {
    return route.method() + " " + route.path();
  }
}
