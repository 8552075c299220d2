package io.duetime.redis.internal.engine;

import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.link.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks each node how safe jobs are on it. */
final class SelfCheck {
  private static final byte[] EVERYTHING = "everything".getBytes(StandardCharsets.US_ASCII);

  private final Store store;

  SelfCheck(Store store) {
    this.store = store;
  }

  CompletionStage<List<Finding>> findings() {
    return Stages.inTurn(store.link().nodes(), this::findings)
        .thenApply(parts -> parts.stream().flatMap(List::stream).toList());
  }

  private CompletionStage<List<Finding>> findings(Node node) {
    return store
        .link()
        .ask(node, "INFO", EVERYTHING)
        .thenApply(info -> findings(node, fields(info)))
        .exceptionally(failure -> List.of(notTold(node, failure)));
  }

  private static Finding notTold(Node node, Throwable failure) {
    return new Finding(
        "server " + node,
        Verdict.UNKNOWN,
        "it could not be asked: " + Stages.cause(failure).getMessage(),
        "allow INFO, or look yourself");
  }

  private static Map<String, String> fields(@Nullable Object info) {
    Map<String, String> fields = new HashMap<>();
    if (info instanceof byte[] text) {
      new String(text, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.indexOf(':') > 0)
          .forEach(line -> {
            int colon = line.indexOf(':');
            fields.put(line.substring(0, colon), line.substring(colon + 1));
          });
    }
    return fields;
  }

  private static List<Finding> findings(Node node, Map<String, String> info) {
    List<Finding> findings = new ArrayList<>();
    findings.add(version(node, info));
    findings.add(eviction(node, info));
    findings.add(persistence(node, info));
    findings.add(replicas(node, info));
    return findings;
  }

  private static Finding version(Node node, Map<String, String> info) {
    String version = info.get("redis_version");
    return new Finding(
        "server " + node,
        version == null ? Verdict.UNKNOWN : Verdict.OK,
        version == null ? "it does not tell its version" : "version " + version,
        "");
  }

  private static Finding eviction(Node node, Map<String, String> info) {
    String check = "eviction on " + node;
    String policy = info.get("maxmemory_policy");
    if (policy == null) {
      return new Finding(check, Verdict.UNKNOWN, "it does not tell", "set noeviction");
    }
    return policy.equals("noeviction")
        ? new Finding(check, Verdict.OK, "nothing is evicted", "")
        : new Finding(
            check,
            Verdict.FAILURE,
            "maxmemory-policy is " + policy + ": jobs may vanish when memory runs out",
            "set maxmemory-policy to noeviction");
  }

  private static Finding persistence(Node node, Map<String, String> info) {
    String check = "persistence on " + node;
    if ("1".equals(info.get("aof_enabled"))) {
      return new Finding(check, Verdict.OK, "an append-only file is written", "");
    }
    return new Finding(
        check,
        info.containsKey("aof_enabled") ? Verdict.WARNING : Verdict.UNKNOWN,
        "no append-only file is written: a restart loses jobs",
        "set appendonly to yes");
  }

  private static Finding replicas(Node node, Map<String, String> info) {
    String check = "replicas of " + node;
    String count = info.get("connected_slaves");
    if (count == null) {
      return new Finding(check, Verdict.UNKNOWN, "it does not tell", "");
    }
    return count.equals("0")
        ? new Finding(
            check,
            Verdict.WARNING,
            "no replica: with the server its jobs are away",
            "run a replica, and Sentinel or Cluster")
        : new Finding(check, Verdict.OK, count + " connected", "");
  }
}
