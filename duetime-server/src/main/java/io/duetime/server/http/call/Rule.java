package io.duetime.server.http.call;

import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * Who may call a route. With {@code read} alone, answers have no payloads, headers and error texts.
 *
 * @param scope of which queues the caller needs the role
 * @param role null for any caller of the scope
 * @param audit whether calls are recorded
 */
public record Rule(Scope scope, @Nullable Role role, Audit audit) {
  /** The queues of which a role is needed. */
  public enum Scope {
    /** Everyone may call, also without a token. */
    PUBLIC,
    /** Any valid token. */
    ANY,
    /** The role on the queue in the path. */
    QUEUE,
    /** The role on at least one queue; the answer has only queues with the role. */
    SOME_QUEUE,
    /** The role on every queue. */
    STORE
  }

  /** Which calls are recorded in the audit log. */
  public enum Audit {
    /** None: it reads, or it is the traffic of producers and consumers. */
    NEVER,
    /** Calls with a token that is an admin of the queue, which people use rather than programs. */
    BY_ADMIN,
    /** As {@link #BY_ADMIN}, and every change by a filter. */
    BY_FILTER,
    /** All. */
    ALWAYS
  }

  /** Everyone may call, also without a token. */
  public static final Rule OPEN = new Rule(Scope.PUBLIC, null, Audit.NEVER);

  /** Any valid token. */
  public static final Rule ANY = new Rule(Scope.ANY, null, Audit.NEVER);

  /** The role on the queue in the path. */
  public static Rule queue(Role role) {
    return new Rule(Scope.QUEUE, role, Audit.NEVER);
  }

  /** The role on at least one queue. */
  public static Rule someQueue(Role role) {
    return new Rule(Scope.SOME_QUEUE, role, Audit.NEVER);
  }

  /** The role on every queue. */
  public static Rule store(Role role) {
    return new Rule(Scope.STORE, role, Audit.NEVER);
  }

  /** The same rule; all calls are recorded. */
  public Rule audited() {
    return audited(Audit.ALWAYS);
  }

  /** The same rule; these calls are recorded. */
  public Rule audited(Audit which) {
    return new Rule(scope, role, which);
  }

  /** Whether a caller may call; {@code queue} is that of the path, empty without one. */
  public boolean allows(Caller caller, String queue) {
    Role needed = role;
    if (needed == null) {
      return true;
    }
    return switch (scope) {
      case PUBLIC, ANY -> true;
      case QUEUE -> caller.may(needed, queue);
      case SOME_QUEUE -> caller.maySomewhere(needed);
      case STORE -> caller.mayEverywhere(needed);
    };
  }
}
