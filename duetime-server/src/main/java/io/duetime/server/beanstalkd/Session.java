package io.duetime.server.beanstalkd;

import io.duetime.engine.LeaseToken;
import io.duetime.server.access.Authenticator;
import io.duetime.server.access.Authenticator.Login;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.TokenBook.TokenTable;
import io.duetime.server.beanstalkd.ReservationKeeper.Reservation;
import io.duetime.server.beanstalkd.Tubes.Tube;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one connection uses, watches and has reserved. */
final class Session {
  private static final long MARGIN_NANOS = 1_000_000_000;

  /** The most tubes that a connection may watch. */
  private static final int MAX_WATCHED = 1_000;

  private final Tubes tubes;
  private final ReservationKeeper keeper;
  private final ClientLogin login;
  private final Map<String, Tube> watched = new LinkedHashMap<>();
  private final Map<Long, Reservation> reserved = new HashMap<>();
  private Tube used;
  private boolean closed;

  Session(Tubes tubes, ReservationKeeper keeper, ClientLogin login) {
    this.tubes = tubes;
    this.keeper = keeper;
    this.login = login;
    this.used = tubes.of(Tubes.DEFAULT);
    used.using++;
    watch(Tubes.DEFAULT);
  }

  ClientLogin login() {
    return login;
  }

  Tube used() {
    return used;
  }

  void use(String tube) {
    used.using--;
    tubes.drop(used);
    used = tubes.of(tube);
    used.using++;
  }

  /** Watches a tube; answers how many are watched, or 0 if that would be too many. */
  int watch(String name) {
    if (!watched.containsKey(name)) {
      if (watched.size() == MAX_WATCHED) {
        return 0;
      }
      Tube tube = tubes.of(name);
      tube.watching++;
      watched.put(name, tube);
    }
    return watched.size();
  }

  /** Ignores a tube; answers how many are watched, or 0 if it is the only one. */
  int ignore(String name) {
    if (watched.containsKey(name) && watched.size() == 1) {
      return 0;
    }
    Tube tube = watched.remove(name);
    if (tube != null) {
      tube.watching--;
      tubes.drop(tube);
    }
    return watched.size();
  }

  Collection<Tube> watched() {
    return watched.values();
  }

  /** The watched tubes from which it may claim. */
  List<Tube> claimable() {
    List<Tube> claimable = new ArrayList<>(watched.size());
    for (Tube tube : watched.values()) {
      if (login.caller().may(Role.CONSUME, tube.name())) {
        claimable.add(tube);
      }
    }
    return claimable;
  }

  boolean isClosed() {
    return closed;
  }

  void reserve(Reservation reservation) {
    reserved.put(reservation.number(), reservation);
    keeper.add(reservation);
  }

  @Nullable Reservation reservation(long number) {
    return reserved.get(number);
  }

  /** Ends a reservation on this side, and returns it; null if the job is not reserved here. */
  @Nullable Reservation take(long number) {
    Reservation taken = reserved.remove(number);
    if (taken != null) {
      keeper.remove(taken);
    }
    return taken;
  }

  /** Forgets a reservation that has ended. */
  void dropped(Reservation reservation) {
    reserved.remove(reservation.number(), reservation);
  }

  /**
   * Nanoseconds until the safety margin of the reservation that ends first, 0 or less within it;
   * {@link Long#MAX_VALUE} without a reservation.
   */
  long marginNanos() {
    if (reserved.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long now = keeper.nowNanos();
    return reserved.values().stream()
        .mapToLong(one -> one.leftNanos(now) - MARGIN_NANOS)
        .min()
        .orElseThrow();
  }

  /** Ends the session; answers the leases to release. */
  List<LeaseToken> close() {
    closed = true;
    List<LeaseToken> leases = reserved.values().stream().map(Reservation::lease).toList();
    reserved.values().forEach(keeper::remove);
    reserved.clear();
    used.using--;
    tubes.drop(used);
    for (Tube tube : watched.values()) {
      tube.watching--;
      tubes.drop(tube);
    }
    return leases;
  }

  /**
   * Who uses a connection, and what it may do. The listener names a token for all its connections,
   * or the client logs in with a command.
   */
  static final class ClientLogin {
    private final Authenticator authenticator;
    private final InetAddress address;
    private Login login;

    /** Logs in with the token that the listener names, or without one if that is null. */
    ClientLogin(Authenticator authenticator, InetAddress address, @Nullable String token) {
      this.authenticator = authenticator;
      this.address = address;
      this.login =
          token == null ? authenticator.unnamed(address) : authenticator.loginAs(address, token);
    }

    /** Logs in with a secret; a wrong one ends what was allowed before. */
    String logIn(String secret) {
      login = authenticator.login(address, new Secret(secret));
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
      return !isAdmitted() && !authenticator.proxies().contains(address);
    }

    /** The answer to a command of a client that is not admitted. */
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
      return login instanceof Login.Admitted admitted && authenticator.mayCall(admitted);
    }

    /** Whether it has any role on a tube, so that it may see the name. */
    boolean knows(String tube) {
      return Arrays.stream(Role.values()).anyMatch(role -> caller().may(role, tube));
    }

    /** Whether the login, if there was one, is still valid. */
    boolean isValid(TokenTable tokens) {
      return !(login instanceof Login.Admitted admitted) || tokens.admits(admitted);
    }

    /** Who it is, and what it may do: nothing, if it is not admitted. */
    Caller caller() {
      return login instanceof Login.Admitted admitted
          ? admitted.caller()
          : new Caller(Caller.UNNAMED, address.getHostAddress(), List.of());
    }
  }
}
