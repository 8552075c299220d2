package io.duetime.server.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Counts the requests, or the jobs, of each token with a limit, on this server. Thread safe. */
final class TokenRates {
  private final ToIntFunction<Token> limit;
  private final LongSupplier nanoTime;
  private final Map<String, Rate> rates = new ConcurrentHashMap<>();

  private record Rate(int perSecond, RateBucket bucket) {}

  /** Counts what the limit of a token is about; a limit of 0 means none. */
  TokenRates(ToIntFunction<Token> limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  /** Counts so many at once; false if the token has had too many in this second. */
  boolean take(Token token, int count) {
    int perSecond = limit.applyAsInt(token);
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
        .take(count, now);
  }

  /** Forgets tokens that are gone. */
  void keep(TokenTable table) {
    rates.keySet().removeIf(name -> table.named(name).isEmpty());
  }
}
