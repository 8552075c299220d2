package io.duetime.server.access;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Slows failed logins: an address may fail 20 times at once, then once a second. Beyond that, its
 * logins are refused without a look at the token, except tokens that it has used before, so that a
 * client with a wrong token does not lock out others behind the same address. Keeps the last 10,000
 * addresses and the last 10,000 known pairs of address and token. Thread safe.
 */
public final class LoginThrottle {
  private static final int AT_ONCE = 20;
  private static final int PER_SECOND = 1;
  private static final int KEPT = 10_000;

  private final LongSupplier nanoTime;
  private final Map<String, RateBucket> failures = new Recent<>();
  private final Map<String, Boolean> known = new Recent<>();

  /** Measures with this clock. */
  public LoginThrottle(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether a login with a secret of this hash may be tried. */
  synchronized boolean mayTry(InetAddress address, String hash) {
    String network = AddressNetwork.of(address);
    RateBucket bucket = failures.get(network);
    return bucket == null
        || bucket.hasOne(nanoTime.getAsLong())
        || known.containsKey(network + " " + hash);
  }

  synchronized void failed(InetAddress address) {
    long now = nanoTime.getAsLong();
    failures
        .computeIfAbsent(AddressNetwork.of(address), first -> new RateBucket(PER_SECOND, AT_ONCE, now))
        .take(now);
  }

  synchronized void succeeded(InetAddress address, String hash) {
    known.put(AddressNetwork.of(address) + " " + hash, true);
  }

  /** Keeps the entries that were used last. */
  private static final class Recent<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > KEPT;
    }
  }
}
