package io.duetime.server.quota;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Finds the quota of a queue among the entries of a file. Thread safe. */
final class Quotas {
  /** Matching is done once for each queue, as there may be thousands of patterns. */
  private static final int MAX_KEPT = 20_000;

  private final List<QuotaRule> rules;
  private final List<QuotaRule> counting;
  private final ConcurrentMap<String, Quota> kept = new ConcurrentHashMap<>();

  Quotas(List<QuotaRule> rules) {
    this.rules = List.copyOf(rules);
    this.counting = rules.stream().filter(rule -> rule.maxQueues() != null).toList();
  }

  List<QuotaRule> rules() {
    return rules;
  }

  /** The entries that limit the number of the queues that a queue is one of. */
  List<QuotaRule> countedOf(String queue) {
    return counting.stream().filter(rule -> rule.countsQueue(queue)).toList();
  }

  /** The strictest of each limit over all entries that match. */
  Quota of(String queue) {
    Quota known = kept.get(queue);
    if (known != null) {
      return known;
    }
    Quota quota =
        rules.stream().map(rule -> rule.quotaOf(queue)).reduce(Quota.NONE, Quota::stricter);
    if (kept.size() >= MAX_KEPT) {
      kept.clear();
    }
    kept.put(queue, quota);
    return quota;
  }
}
