package io.duetime.redis.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.check.ServerChecks.ClockChecks;
import io.duetime.redis.internal.check.ServerChecks.ClockChecks.ClockSample;
import io.duetime.redis.internal.check.ServerSelfCheck.ServerFacts;
import io.duetime.redis.internal.link.RedisLink.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of servers that cannot be had for a test. */
class ChecksTest {
  private static final Node NODE = new Node("1", "host:1");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version | FAILURE | redis_version=6.0.20",
        "version | OK | redis_version=6.2.0",
        "version | OK | redis_version=8.2.1",
        "version | FAILURE | redis_version=7.2.4 valkey_version=7.0.0",
        "version | OK | redis_version=7.2.4 valkey_version=9.0.0",
        "version | UNKNOWN | redis_version=unstable",
        "role | OK | role=master",
        "role | FAILURE | role=slave",
        "eviction | OK | maxmemory_policy=noeviction maxmemory=0",
        "eviction | OK | maxmemory_policy=volatile-lru maxmemory=1000",
        "eviction | WARNING | maxmemory_policy=allkeys-lru maxmemory=0",
        "eviction | FAILURE | maxmemory_policy=allkeys-lru maxmemory=1000",
        "memory | OK | used_memory=100 maxmemory=1000",
        "memory | WARNING | used_memory=850 maxmemory=1000",
        "memory | FAILURE | used_memory=990 maxmemory=1000",
        "memory | FAILURE | used_memory=990 maxmemory=0 total_system_memory=1000",
        "memory | OK | used_memory=990 maxmemory=0",
        "memory | UNKNOWN | maxmemory=0",
        "persistence | OK | aof_enabled=1 config_appendfsync=always",
        "persistence | OK | aof_enabled=1 config_appendfsync=everysec",
        "persistence | WARNING | aof_enabled=1 config_appendfsync=no",
        "persistence | FAILURE | aof_enabled=1 aof_last_write_status=err",
        "fsync | UNKNOWN | aof_enabled=1",
        "persistence | FAILURE | aof_enabled=0 config_save=",
        "persistence | WARNING | aof_enabled=0 config_save=3600",
        "persistence | WARNING | aof_enabled=0",
        "persistence | FAILURE | aof_enabled=0 rdb_last_bgsave_status=err",
        "persistence | UNKNOWN | role=master",
        "replicas | WARNING | connected_slaves=0",
        "replicas | OK | connected_slaves=1 slave0=ip=1,state=online,lag=0",
        "replicas | WARNING | connected_slaves=1 slave0=ip=1,state=wait_bgsave,lag=0",
        "cluster | OK | cluster_enabled=1 cluster_state=ok cluster_slots_ok=16384 cluster_size=3",
        "cluster | FAILURE | cluster_enabled=1 cluster_state=fail cluster_slots_ok=16384",
        "cluster | FAILURE | cluster_enabled=1 cluster_state=ok cluster_slots_ok=16000",
        "cluster | FAILURE | cluster_enabled=1 cluster_state=ok cluster_slots_ok=16384 cluster_size=4",
        "cluster | UNKNOWN | cluster_enabled=1"
      })
  void whatAServerTellsHasAVerdict(String topic, Verdict verdict, String told) {
    Finding finding = findings(told).stream().filter(is(topic)).findFirst().orElseThrow();

    assertThat(finding.verdict()).as(finding.toString()).isEqualTo(verdict);
    assertThat(finding.remedy().isEmpty()).isEqualTo(verdict == Verdict.OK);
  }

  @Test
  void whatAServerDoesNotTellIsUnknownAndNothingElse() {
    assertThat(findings("nothing=told"))
        .isNotEmpty()
        .allSatisfy(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000, OK",
    "-400000, 1000, OK",
    "600000, 1000, WARNING",
    "-3600000000, 1000, WARNING",
    "600000, 300000, OK"
  })
  void aClockIsOffOnlyAsFarAsTheAnswersCannotBeTheReason(
      long aheadMicros, long roundTripMicros, Verdict verdict) {
    ClockSample sample = new ClockSample(NODE, aheadMicros, roundTripMicros);

    assertThat(ClockChecks.of(new ServerFacts(NODE, Map.of()), List.of(sample)).get(0).verdict())
        .isEqualTo(verdict);
  }

  @Test
  void clocksOfNodesAreComparedWithEachOther() {
    ClockSample one = new ClockSample(NODE, 400_000, 1_000);
    ClockSample other = new ClockSample(NODE, -400_000, 1_000);

    assertThat(ClockChecks.among(List.of(one, other)).get(0).verdict()).isEqualTo(Verdict.WARNING);
    assertThat(ClockChecks.among(List.of(one, one)).get(0).verdict()).isEqualTo(Verdict.OK);
    assertThat(ClockChecks.among(List.of(one))).isEmpty();
  }

  @Test
  void aSampleTakesTheAnswerToComeFromHalfWay() {
    List<byte[]> time = List.of(bytes("100"), bytes("500"));

    assertThat(ClockSample.of(NODE, time, 100_000_000, 1_000))
        .isEqualTo(new ClockSample(NODE, 0, 1_000));
  }

  @Test
  void slowAnswersAreAWarning() {
    ClockSample slow = new ClockSample(NODE, 0, 30_000);

    assertThat(ClockChecks.of(new ServerFacts(NODE, Map.of()), List.of(slow)).get(1).verdict())
        .isEqualTo(Verdict.WARNING);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<Finding> findings(String told) {
    Map<String, String> fields =
        Arrays.stream(told.split(" ", -1))
            .map(pair -> pair.split("=", 2))
            .collect(
                Collectors.toMap(pair -> pair[0].replace("config_", "config "), pair -> pair[1]));
    ServerFacts facts = new ServerFacts(NODE, fields);
    List<Finding> all = new ArrayList<>(ServerChecks.of(facts, 3));
    return all;
  }

  private static java.util.function.Predicate<Finding> is(String topic) {
    return finding -> finding.check().equals(topic + " of " + NODE);
  }
}
