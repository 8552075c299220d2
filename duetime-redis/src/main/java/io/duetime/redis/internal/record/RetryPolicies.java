package io.duetime.redis.internal.record;

import io.duetime.RetryPolicy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads retry rules. A store has few of them and many jobs: each is parsed once. */
final class RetryPolicies {
  // Bounded, in case there are many after all.
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
