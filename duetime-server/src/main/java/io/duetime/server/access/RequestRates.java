package io.duetime.server.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Counts the requests of each token with a limit, on this server. Thread safe. */
final class RequestRates {
  private final LongSupplier nanoTime;
  private final Map<String, Rate> rates = new ConcurrentHashMap<>();

  private record Rate(int perSecond, RateBucket bucket) {}

  RequestRates(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Counts a request; false if the token has made too many in this second. */
  boolean take(Token token) {
    int perSecond = token.bounds().requestsPerSecond();
    if (perSecond == 0) {
      return true;
    }
    long now = nanoTime.getAsLong();
    return rates
        .compute(
            token.name(),
            (name, old) ->
                old != null && old.perSecond == perSecond
                    ? old
                    : new Rate(perSecond, new RateBucket(perSecond, perSecond, now)))
        .bucket
        .take(now);
  }

  /** Forgets tokens that are gone. */
  void keep(TokenTable table) {
    rates.keySet().removeIf(name -> table.named(name).isEmpty());
  }
}
