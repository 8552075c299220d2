package io.duetime.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.time.SystemTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of servers as they are. */
@Tag("full")
class RedisSelfCheckTest {
  @Test
  void aServerThatKeepsWhatItIsToldIsFine() {
    try (RedisProcess redis =
        RedisProcess.start("--appendonly", "yes", "--appendfsync", "always")) {
      Map<String, Verdict> verdicts = verdicts(redis.uri());

      assertThat(verdicts.keySet())
          .containsExactlyInAnyOrder(
              "version",
              "role",
              "eviction",
              "memory",
              "persistence",
              "replicas",
              "scripts",
              "clock",
              "latency",
              "records",
              "data");
      assertThat(verdicts)
          .containsEntry("persistence", Verdict.OK)
          .containsEntry("eviction", Verdict.OK)
          .containsEntry("scripts", Verdict.OK)
          .containsEntry("records", Verdict.OK)
          .containsEntry("replicas", Verdict.WARNING)
          .doesNotContainValue(Verdict.FAILURE)
          .doesNotContainValue(Verdict.UNKNOWN);
    }
  }

  @Test
  void aServerThatForgetsOrEvictsIsAFailure() {
    try (RedisProcess redis =
        RedisProcess.start("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")) {
      assertThat(verdicts(redis.uri()))
          .containsEntry("persistence", Verdict.FAILURE)
          .containsEntry("eviction", Verdict.FAILURE);
    }
  }

  @Test
  void whatAServerRefusesToTellIsUnknown() {
    try (RedisProcess redis = RedisProcess.start("--appendonly", "yes")) {
      redis.call("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-config", "-info");

      assertThat(verdicts("redis://app:secret@127.0.0.1:" + redis.port()))
          .containsEntry("version", Verdict.UNKNOWN)
          .containsEntry("persistence", Verdict.UNKNOWN)
          .containsEntry("scripts", Verdict.OK)
          .containsEntry("clock", Verdict.OK);
    }
  }

  @Test
  void aServerThatRunsNoScriptsIsAFailure() {
    try (RedisProcess redis = RedisProcess.start()) {
      redis.call("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-@scripting");

      assertThat(verdicts("redis://app:secret@127.0.0.1:" + redis.port()))
          .containsEntry("scripts", Verdict.FAILURE);
    }
  }

  @Test
  void aReplicaIsAFailure() {
    try (RedisProcess master = RedisProcess.start();
        RedisProcess replica =
            RedisProcess.start("--replicaof", "127.0.0.1", Integer.toString(master.port()))) {
      assertThat(verdicts(replica.uri())).containsEntry("role", Verdict.FAILURE);
    }
  }

  @Test
  void allNodesOfAClusterAreLookedAt() {
    RedisCluster cluster = RedisCluster.shared();

    List<Finding> findings = findings(cluster.uri());

    assertThat(findings)
        .filteredOn(finding -> topic(finding).equals("cluster"))
        .hasSize(3)
        .allSatisfy(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.OK));
    assertThat(findings)
        .filteredOn(finding -> topic(finding).equals("scripts"))
        .hasSize(3)
        .allSatisfy(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.OK));
    assertThat(findings).anyMatch(finding -> finding.check().equals("clocks of all nodes"));
  }

  @Test
  void aNodeThatIsGoneIsAFailureAndTheOthersAreLookedAt() {
    try (RedisCluster cluster = RedisCluster.start("--appendonly", "yes");
        Engine engine = open(cluster.uri() + "?timeout=1s&patience=0s")) {
      cluster.masters().get(1).kill();

      List<Finding> findings = Answers.of(engine.selfCheck());

      assertThat(findings)
          .filteredOn(finding -> finding.check().startsWith("answer of "))
          .singleElement()
          .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.FAILURE));
      assertThat(findings).filteredOn(finding -> topic(finding).equals("version")).hasSize(2);
    }
  }

  @Test
  void oneNodeOfAClusterAloneIsAFailure() {
    assertThat(verdicts(RedisCluster.shared().masters().get(0).uri()))
        .containsEntry("cluster", Verdict.FAILURE);
  }

  private static Map<String, Verdict> verdicts(String uri) {
    return findings(uri).stream()
        .collect(Collectors.toMap(RedisSelfCheckTest::topic, Finding::verdict));
  }

  private static String topic(Finding finding) {
    return finding.check().replaceAll(" of .*", "");
  }

  private static List<Finding> findings(String uri) {
    try (Engine engine = open(uri)) {
      return Answers.of(engine.selfCheck());
    }
  }

  private static Engine open(String uri) {
    return new RedisEngineProvider().open(uri, new EngineContext(SystemTime.clock(), Map.of()));
  }
}
