package io.duetime.server.http.call;

import io.duetime.DuetimeException;
import io.duetime.async.Stages;
import io.duetime.server.access.Role;
import io.duetime.wire.Problem;
import io.vertx.core.http.HttpServerRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a call with a problem of HTTP itself, such as an unknown path. */
public final class Refusal extends RuntimeException {
  /** The header of every answer with the id of its request: the caller's own, or a new one. */
  public static final String REQUEST_ID = "X-Request-Id";

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(Refusal.class);

  private final transient Problem problem;

  /** Ends the call with this problem. */
  public Refusal(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  /** The problem that the caller gets. */
  public Problem problem() {
    return problem;
  }

  /** The problem that a caller gets for a failure; null for a call without an answer. */
  public static Problem problemOf(@Nullable Throwable failure) {
    Throwable cause = failure == null ? null : Stages.cause(failure);
    if (cause instanceof Refusal refusal) {
      return refusal.problem();
    }
    return cause instanceof DuetimeException known
        ? Problem.of(known)
        : Problem.of(500, "INTERNAL", "Internal error in the server; see its log");
  }

  /** The problem that a caller gets for a failure, which is logged if nobody expected it. */
  public static Problem logged(HttpServerRequest request, @Nullable Throwable failure) {
    Problem problem = problemOf(failure);
    if (problem.code().equals("INTERNAL")) {
      LOG.error(
          "{} {} failed; answered INTERNAL; request {}",
          request.method(),
          request.path(),
          requestId(request),
          failure);
    }
    return problem;
  }

  /** The id of a request, as its answer has it. */
  public static String requestId(HttpServerRequest request) {
    return Objects.requireNonNull(request.response().headers().get(REQUEST_ID));
  }

  /** Status 404. */
  public static Refusal notFound(String detail) {
    return new Refusal(Problem.of(404, "NOT_FOUND", detail));
  }

  /** Status 413; {@code limit} is in bytes. */
  public static Refusal tooLarge(String what, long limit) {
    return new Refusal(
        Problem.of(413, "TOO_LARGE", what + " is too large; allowed: " + limit + " bytes"));
  }

  /** Status 429 for jobs beyond the rate of a token. */
  static Refusal tooManyJobs() {
    return new Refusal(
        Problem.of(
            429,
            "TOO_MANY_REQUESTS",
            "The token has scheduled more jobs than its jobsPerSecond; retry later"));
  }

  /** Status 403, which names the missing role and the queue; an empty queue means every queue. */
  public static Refusal forbidden(Role role, String queue) {
    String where = queue.isEmpty() ? "every queue" : "the queue " + queue;
    return new Refusal(missing(role, where).with("queue", queue.isEmpty() ? "*" : queue));
  }

  /** Status 403 for a role that the caller has on no queue, although one queue is enough. */
  public static Refusal forbiddenOnAllQueues(Role role) {
    return new Refusal(missing(role, "at least one queue"));
  }

  private static Problem missing(Role role, String where) {
    return Problem.of(403, "FORBIDDEN", "The token needs the role " + role.text() + " on " + where)
        .with("role", role.text());
  }

  static Refusal mediaType(String given, String allowed) {
    return new Refusal(
        Problem.of(
                415,
                "UNSUPPORTED_MEDIA_TYPE",
                "Content-Type is '" + given + "'; allowed: " + allowed)
            .with("allowed", allowed));
  }
}
