package io.duetime.server.access;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Slows failed logins: an address may fail 20 times at once, then once a second. Keeps the last
 * 10,000 addresses. Valid tokens are not asked about, so no caller is locked out by others behind
 * the same address. Thread safe.
 */
public final class LoginThrottle {
  private static final int AT_ONCE = 20;
  private static final int PER_SECOND = 1;
  private static final int KEPT = 10_000;

  private final LongSupplier nanoTime;
  private final Map<String, RateBucket> failures = new Recent();

  /** Measures with this clock. */
  public LoginThrottle(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Counts a failed login; false if the address has failed too often. */
  synchronized boolean mayFail(InetAddress address) {
    long now = nanoTime.getAsLong();
    return failures
        .computeIfAbsent(
            AddressNetwork.of(address), first -> new RateBucket(PER_SECOND, AT_ONCE, now))
        .take(now);
  }

  /** Keeps the entries that were used last. */
  private static final class Recent extends LinkedHashMap<String, RateBucket> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, RateBucket> eldest) {
      return size() > KEPT;
    }
  }
}
