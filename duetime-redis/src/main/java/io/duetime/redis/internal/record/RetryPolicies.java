package io.duetime.redis.internal.record;

import io.duetime.RetryPolicy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Parses each retry rule once: a store has few rules and many jobs. */
final class RetryPolicies {
  // Bounded, in case a store has many.
  private static final int MANY = 1_000;
  private static final Map<String, RetryPolicy> KNOWN = new ConcurrentHashMap<>();

  private RetryPolicies() {}

  static RetryPolicy parse(String text) {
    if (KNOWN.size() >= MANY) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(text, RetryPolicy::parse);
  }
}
