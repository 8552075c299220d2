package io.duetime.server.beanstalkd;

import io.duetime.server.access.Caller;
import io.duetime.server.access.Doorkeeper;
import io.duetime.server.access.Login;
import io.duetime.server.access.Role;
import io.duetime.server.access.Secret;
import io.duetime.server.access.TokenTable;
import io.duetime.server.beanstalkd.wire.Reply;
import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Who uses a connection, and what it may do. The listener names a token for all its connections, or
 * the client logs in with a command.
 */
final class Visitor {
  private final Doorkeeper doorkeeper;
  private final InetAddress address;
  private Login login;

  /** Logs in with the token that the listener names, or without one if that is null. */
  Visitor(Doorkeeper doorkeeper, InetAddress address, @Nullable String token) {
    this.doorkeeper = doorkeeper;
    this.address = address;
    this.login = token == null ? doorkeeper.unnamed(address) : doorkeeper.loginAs(address, token);
  }

  /** Logs in with a secret; a wrong one ends what was allowed before. */
  String login(String secret) {
    login = doorkeeper.login(address, new Secret(secret));
    return isAdmitted() ? Reply.AUTHENTICATED : refusal();
  }

  InetAddress address() {
    return address;
  }

  boolean isAdmitted() {
    return login instanceof Login.Admitted;
  }

  /** Whether the connection counts among those of its address that have not logged in. */
  boolean isLimited() {
    return !isAdmitted() && !doorkeeper.proxies().contains(address);
  }

  /** The answer to a command of a visitor who is not admitted. */
  String refusal() {
    return switch ((Login.Refused) login) {
      case MISSING -> "TOKEN_MISSING";
      case INVALID -> "TOKEN_INVALID";
      case TOO_MANY_FAILURES -> "TOO_MANY_FAILURES";
      case TOO_MANY_REQUESTS -> Reply.TOO_MANY_REQUESTS;
    };
  }

  /** Counts a command; false if the token has made too many requests. */
  boolean mayCall() {
    return login instanceof Login.Admitted admitted && doorkeeper.mayCall(admitted);
  }

  boolean may(Role role, String tube) {
    return login instanceof Login.Admitted admitted && admitted.caller().may(role, tube);
  }

  /** Whether it has any role on a tube, so that it may see the name. */
  boolean knows(String tube) {
    return Arrays.stream(Role.values()).anyMatch(role -> may(role, tube));
  }

  boolean mayEverywhere(Role role) {
    return login instanceof Login.Admitted admitted && admitted.caller().mayEverywhere(role);
  }

  /** Whether the login, if there was one, is still valid. */
  boolean isValid(TokenTable tokens) {
    return !(login instanceof Login.Admitted admitted) || tokens.admits(admitted);
  }

  /** By which its share of what the server has for all is counted. */
  String holder() {
    return login instanceof Login.Admitted admitted
        ? admitted.caller().holder()
        : address.getHostAddress();
  }

  /** The caller, for the audit log; only for a visitor who is admitted. */
  Caller caller() {
    return ((Login.Admitted) login).caller();
  }
}
