package io.duetime.server.http;

import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * Who may call a route.
 *
 * @param scope of which queues the caller needs the role
 * @param role null for any caller of the scope
 * @param audit whether calls are recorded
 */
record Rule(Scope scope, @Nullable Role role, Audit audit) {
  /** Unlisted routes: only for admins of the store. */
  static final Rule UNLISTED = new Rule(Scope.STORE, Role.ADMIN, Audit.ALWAYS);

  /** The queues of which a role is needed. */
  enum Scope {
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
  enum Audit {
    /** None: it reads, or it is the traffic of producers and consumers. */
    NEVER,
    /** Calls with a token that is an admin of the queue, which people use rather than programs. */
    BY_ADMIN,
    /** As {@link #BY_ADMIN}, and every change by a filter. */
    BY_FILTER,
    /** All. */
    ALWAYS
  }

  static Rule open() {
    return new Rule(Scope.PUBLIC, null, Audit.NEVER);
  }

  static Rule any() {
    return new Rule(Scope.ANY, null, Audit.NEVER);
  }

  static Rule queue(Role role) {
    return new Rule(Scope.QUEUE, role, Audit.NEVER);
  }

  static Rule someQueue(Role role) {
    return new Rule(Scope.SOME_QUEUE, role, Audit.NEVER);
  }

  static Rule store(Role role) {
    return new Rule(Scope.STORE, role, Audit.NEVER);
  }

  Rule audited() {
    return new Rule(scope, role, Audit.ALWAYS);
  }

  Rule auditedByAdmin() {
    return new Rule(scope, role, Audit.BY_ADMIN);
  }

  Rule auditedByFilter() {
    return new Rule(scope, role, Audit.BY_FILTER);
  }

  /** Whether a caller may call; {@code queue} is that of the path, empty without one. */
  boolean allows(Caller caller, String queue) {
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
