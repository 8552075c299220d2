package io.duetime.redis.internal.link;

import static io.duetime.redis.internal.link.Answers.to;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.SlotMove;
import io.duetime.redis.internal.link.Address.Certificates;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.TestScripts;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("full")
@Timeout(120)
class ClusterLinkTest {
  private static final Script PUT = TestScripts.load("put");

  private static RedisCluster cluster;
  private static RedisLink link;

  @BeforeAll
  static void open() {
    cluster = RedisCluster.start();
    link = open(cluster);
  }

  @AfterAll
  static void close() {
    link.close();
    cluster.close();
  }

  /** It looks for nodes after signs of a change alone. */
  private static RedisLink open(RedisCluster cluster) {
    List<RedisURI> nodes =
        cluster.masters().stream().map(node -> RedisURI.create("127.0.0.1", node.port())).toList();
    LinkSettings usual = LinkSettings.DEFAULT;
    LinkSettings patient =
        new LinkSettings(
            Duration.ofSeconds(60),
            usual.connectTimeout(),
            Duration.ofSeconds(60),
            Duration.ofHours(1),
            usual.alwaysFsynced(),
            usual.clientName());
    return LettuceLink.open(new Address(Kind.CLUSTER, nodes, Certificates.NONE), patient);
  }

  @Test
  void scriptsRunWhereTheirKeysAre() {
    Set<Node> met = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      byte[][] keys = Bytes.freshKeys();
      assertThat(to(link.run(PUT, keys, Bytes.of("one")))).isEqualTo(Arrays.asList(null, 1L));
      met.add(link.nodeOf(keys[0]));
    }

    assertThat(met).hasSize(3).isEqualTo(Set.copyOf(link.nodes()));
  }

  @Test
  void scriptsThatTravelTogetherRunWhereTheirKeysAreAndAreAnsweredInOrder() {
    List<ScriptCall> calls =
        IntStream.range(0, 50)
            .mapToObj(i -> new ScriptCall(PUT, Bytes.freshKeys(), Bytes.of("v" + i)))
            .toList();
    link.runTogether(calls).forEach(Answers::to);

    List<Object> again = link.runTogether(calls).stream().map(Answers::to).toList();

    assertThat(again)
        .isEqualTo(IntStream.range(0, 50).mapToObj(i -> List.of("v" + i, 2L)).toList());
  }

  @Test
  void everyNodeCanBeAsked() {
    Set<Object> ids = new HashSet<>();
    for (Node node : link.nodes()) {
      ids.add(to(link.ask(node, "CLUSTER", Bytes.one("MYID"))));
    }

    assertThat(ids).hasSize(3);
  }

  @Test
  void scriptsFollowASlotThatHasMoved() {
    byte[][] keys = Bytes.freshKeys();
    to(link.run(PUT, keys, Bytes.of("one")));
    Node before = link.nodeOf(keys[0]);
    SlotMove moving = SlotMove.of(cluster, (String) Bytes.readable(keys[0]));

    moving.begin();
    // The keys are still at the source: one of two would make TRYAGAIN, all make ASK or none.
    assertThat(to(link.run(PUT, keys, Bytes.of("two")))).isEqualTo(List.of("one", 2L));
    moving.moveKeys();
    assertThat(to(link.run(PUT, keys, Bytes.of("three")))).isEqualTo(List.of("two", 3L));
    moving.end();
    assertThat(to(link.run(PUT, keys, Bytes.of("four")))).isEqualTo(List.of("three", 4L));

    assertThat(before.place()).endsWith(":" + moving.source().port());
  }

  @Test
  void durableScriptsFollowASlotThatMoves() {
    byte[][] keys = Bytes.freshKeys();
    assertThat(toDurable(keys, "one")).isEqualTo(Arrays.asList(null, 1L));
    SlotMove moving = SlotMove.of(cluster, (String) Bytes.readable(keys[0]));

    moving.begin();
    moving.moveKeys();
    assertThat(toDurable(keys, "two")).isEqualTo(List.of("one", 2L));
    moving.end();
    assertThat(toDurable(keys, "three")).isEqualTo(List.of("two", 3L));
  }

  private static Object toDurable(byte[][] keys, String value) {
    return to(
        link.runDurably(PUT, keys, Bytes.of(value), Durability.FSYNCED)
            .thenApply(DurableReply::reply));
  }

  @Test
  void keysThatAreOnTheirWayAreWaitedFor() {
    byte[][] keys = Bytes.freshKeys();
    to(link.run(PUT, keys, Bytes.of("one")));
    SlotMove moving = SlotMove.of(cluster, (String) Bytes.readable(keys[0]));
    moving.begin();
    moving.move((String) Bytes.readable(keys[0]));

    CompletionStage<Object> call = link.run(PUT, keys, Bytes.of("two"));
    moving.awaitAnswer("TRYAGAIN");
    moving.moveKeys();
    moving.end();

    assertThat(to(call)).isEqualTo(List.of("one", 2L));
  }

  @Test
  void channelsAreHeardFromEveryNode() throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    Node node = link.nodeOf(Bytes.one("dt:{q}:wake"));
    RedisLink.Subscription listening =
        link.subscribe(node, Bytes.one("dt:{q}:wake"), new Hearing(heard));
    assertThat(heard.take()).isEqualTo("subscribed");

    for (RedisProcess any : cluster.masters()) {
      String hello = "hello of " + any.port();
      // The nodes pass messages on over links that may just be made anew, and lose them then.
      do {
        any.call("PUBLISH", "dt:{q}:wake", hello);
      } while (!hello.equals(heard.poll(1, TimeUnit.SECONDS)));
    }
    listening.close();
  }

  @Test
  void aChannelOfANodeIsCountedAndHeardThere() throws InterruptedException {
    for (Node node : link.nodes()) {
      BlockingQueue<String> heard = new LinkedBlockingQueue<>();
      byte[] channel = Bytes.one("beat:" + node.id());
      RedisLink.Subscription listening = link.subscribe(node, channel, new Hearing(heard));
      assertThat(heard.take()).isEqualTo("subscribed");

      assertThat(to(link.ask(node, "PUBLISH", channel, Bytes.one("1")))).isEqualTo(1L);

      assertThat(heard.take()).isEqualTo("1");
      listening.close();
    }
  }
}
