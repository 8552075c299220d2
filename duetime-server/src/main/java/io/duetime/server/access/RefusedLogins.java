package io.duetime.server.access;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.server.access.Authenticator.Login;
import io.duetime.server.access.Authenticator.RateBucket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts refused logins. Those with a wrong token are logged, and recorded in the audit log: an
 * address at its first one, then once a minute with their number. Thread safe.
 */
public final class RefusedLogins implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedLogins.class);
  private static final Duration PAUSE = Duration.ofMinutes(1);

  /** The addresses that have a line of their own; the others share one. */
  private static final int MOST_ADDRESSES = 100;

  private static final String OTHERS = "other addresses";

  /** Guessing must not displace all other entries of the audit log soon. */
  private static final double AUDITED_PER_SECOND = 100.0 / 3_600;

  private static final int AUDITED_AT_ONCE = 100;

  private final TimeSource time;
  private final AuditLog audit;
  private final Consumer<Login.Refused> counter;
  private final RateBucket audited;
  private final Map<String, Tally> tallies = new HashMap<>();
  private TimeSource.@Nullable Timer timer;
  private boolean closed;

  private static final class Tally {
    private final String address;
    private int untold;

    Tally(String address) {
      this.address = address;
    }
  }

  /**
   * Creates the record of a server.
   *
   * @param counter counts each refused login, also one without a token
   */
  public RefusedLogins(TimeSource time, AuditLog audit, Consumer<Login.Refused> counter) {
    this.time = time;
    this.audit = audit;
    this.counter = counter;
    this.audited = new RateBucket(AUDITED_PER_SECOND, AUDITED_AT_ONCE, time.nanoTime());
  }

  /** Notes that a login was refused. */
  public void add(InetAddress address, Login.Refused reason) {
    counter.accept(reason);
    if (reason == Login.Refused.INVALID || reason == Login.Refused.TOO_MANY_FAILURES) {
      addWrong(address);
    }
  }

  private synchronized void addWrong(InetAddress address) {
    String network = Caller.networkOf(address);
    boolean isOther = !tallies.containsKey(network) && tallies.size() >= MOST_ADDRESSES;
    String key = isOther ? OTHERS : network;
    Tally tally = tallies.get(key);
    if (tally == null) {
      tallies.put(key, new Tally(isOther ? OTHERS : address.getHostAddress()));
      tell(isOther ? OTHERS : address.getHostAddress(), 1);
      arm();
    } else {
      tally.untold++;
    }
  }

  private synchronized void arm() {
    if (timer == null && !closed && !tallies.isEmpty()) {
      timer = time.after(PAUSE, this::tellAll);
    }
  }

  private synchronized void tellAll() {
    timer = null;
    tallies.values().removeIf(tally -> tally.untold == 0);
    for (Tally tally : tallies.values()) {
      tell(tally.address, tally.untold);
      tally.untold = 0;
    }
    arm();
  }

  private void tell(String address, int count) {
    LOG.warn("{} logins with a wrong token from {} are refused", count, address);
    if (!audited.take(time.nanoTime())) {
      return;
    }
    AuditEvent event =
        new AuditEvent(
            Caller.UNNAMED,
            "refused login",
            null,
            null,
            Map.of("address", address, "count", String.valueOf(count)));
    Stages.onCompletion(
        Stages.call(() -> audit.audit(event)),
        (number, failure) -> {
          if (failure != null) {
            LOG.warn("Could not record refused logins from {}", address, failure);
          }
        });
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }
}
