package io.duetime.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.json.JsonTrees;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.StringCodec;
import org.redisson.codec.JsonJacksonCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.codec.TypedJsonJacksonCodec;
import org.redisson.config.Config;
import tools.jackson.databind.JsonNode;

/** Queues that Redisson itself has written. */
@SuppressWarnings("deprecation") // those that come from it use it
class ImportRedissonCommandTest {
  private static final RedisProcess REDIS = RedisProcess.shared();
  private static RedissonClient redisson;

  @RegisterExtension private final Shell shell = new Shell();
  private final String name = "redisson-" + UUID.randomUUID();

  @BeforeAll
  static void connect() {
    Config config = new Config();
    config
        .useSingleServer()
        .setAddress(REDIS.uri())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2);
    redisson = Redisson.create(config);
  }

  @AfterAll
  static void disconnect() {
    redisson.shutdown();
  }

  @Test
  void delayedEntriesBecomeJobsThatAreDueAtTheSameTime() {
    offer(StringCodec.INSTANCE, "order-1", 1);
    offer(StringCodec.INSTANCE, "order-2", 48);

    Result ran = run("string");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("moved 2 entries");
    assertThat(payloads()).containsExactly("order-1", "order-2");
    assertThat(shell.run("list", "q", "--from", inHours(47), "--to", inHours(49)).out().lines())
        .hasSize(2);
    assertThat(REDIS.call("KEYS", "*" + name + "*")).isEmpty();
  }

  @Test
  void entriesThatAreDueAlreadyStayInTheirOrder() {
    RBlockingQueue<String> due = redisson.getBlockingQueue(name, StringCodec.INSTANCE);
    due.addAll(List.of("first", "second", "first"));

    Result ran = run("string");

    assertThat(ran.out()).startsWith("moved 3 entries");
    assertThat(payloads()).containsExactly("first", "second", "first");
  }

  @Test
  void equalValuesAreEachAJob() {
    offer(StringCodec.INSTANCE, "same", 1);
    offer(StringCodec.INSTANCE, "same", 1);

    assertThat(run("string").out()).startsWith("moved 2 entries");
    assertThat(payloads()).containsExactly("same", "same");
  }

  @Test
  void jsonAndBytesKeepEveryByte() {
    offer(new TypedJsonJacksonCodec(Map.class), Map.of("order", 7), 1);
    Result json = run("json");
    offer(ByteArrayCodec.INSTANCE, new byte[] {0, -1, 65}, 2);
    Result bytes = run("bytes");

    assertThat(json.code()).as(json.err()).isZero();
    assertThat(bytes.code()).as(bytes.err()).isZero();
    assertThat(shell.run("list", "q", "--json").out())
        .contains("\"contentType\":\"application/json\"", "application/octet-stream");
    assertThat(payloads()).containsExactly("{\"order\":7}", "AP9B");
  }

  @Test
  void whatKryoHasWrittenIsRefusedBeforeAnythingIsTaken() {
    offer(new Kryo5Codec(), "order-1", 1);

    Result asText = run("string");
    Result asJson = run("json");
    Result named = run("kryo");

    assertThat(asText.code()).isEqualTo(1);
    assertThat(asText.err()).contains("is it one of Kryo", "nothing was moved");
    assertThat(asJson.err()).contains("is it one of Kryo", "nothing was moved");
    assertThat(named.code()).isEqualTo(2);
    assertThat(named.err()).contains("--codec is 'kryo'; allowed: string, json or bytes");
    assertThat(delayed(StringCodec.INSTANCE).size()).isEqualTo(1);
    assertThat(run("bytes").out()).startsWith("moved 1 entry");
  }

  @Test
  void shortNumbersOfKryoAreNotTakenForText() {
    for (long number : List.of(1L, 26L, 42L)) {
      offer(new Kryo5Codec(), number, 1);
    }

    assertThat(run("string").err()).contains("is it one of Kryo", "nothing was moved");
    assertThat(run("json").err()).contains("is it one of Kryo", "nothing was moved");
    assertThat(delayed(StringCodec.INSTANCE).size()).isEqualTo(3);
  }

  @Test
  void aDryRunOfValuesThatCannotBeMovedSaysSoOnceAndFails() {
    offer(new Kryo5Codec(), "order-1", 1);
    offer(new Kryo5Codec(), "order-2", 1);

    Result ran = run("string", "--dry-run");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out().lines()).hasSize(2);
    assertThat(ran.out()).startsWith("to move: 2 delayed").containsOnlyOnce("cannot be moved");
  }

  @Test
  void handlersDecodeWithTheCodecOfRedisson() {
    Map<String, Object> order = new HashMap<>(Map.of("price", new BigDecimal("12.5"), "id", 7L));
    for (Codec codec : List.of(new JsonJacksonCodec(), new Kryo5Codec())) {
      RedissonPayload<Object> payloads = new RedissonPayload<>(codec);
      offer(codec, order, 1);
      run("bytes");

      byte[] moved = Base64.getDecoder().decode(shownInBase64());

      assertThat(payloads.decode(moved)).isEqualTo(order);
      assertThat(payloads.decode(payloads.encode(order))).isEqualTo(order);
    }
  }

  @Test
  void whatIsDueAlreadyIsDueWhenItIsTakenAndNotWhenTheImportBegan() {
    RBlockingQueue<String> due = redisson.getBlockingQueue(name, StringCodec.INSTANCE);
    CompletableFuture<Result> ran =
        CompletableFuture.supplyAsync(() -> run("string", "--follow", "--idle-exit", "3s"));
    due.add("first");
    Waiting.until("the first", () -> payloads().equals(List.of("first")));
    long between = dueMillis().get(0) + 1;
    Waiting.until("a later moment", () -> shell.time().millis() > between);

    due.add("second");

    Waiting.until("the second", () -> payloads().equals(List.of("first", "second")));
    assertThat(dueMillis().get(1)).isGreaterThan(between);
    assertThat(ran.join().code()).isZero();
  }

  @Test
  void aDryRunCountsByStateAndChangesNothing() {
    offer(StringCodec.INSTANCE, "later", 1);
    redisson.getBlockingQueue(name, StringCodec.INSTANCE).add("now");

    Result ran = run("string", "--dry-run");

    assertThat(ran.out()).contains("to move: 1 delayed, 1 due already");
    assertThat(delayed(StringCodec.INSTANCE).readAll()).hasToString("[later]");
  }

  @Test
  void entriesThatRedissonRemovesAreNotMoved() {
    offer(StringCodec.INSTANCE, "paid", 1);
    offer(StringCodec.INSTANCE, "unpaid", 1);
    delayed(StringCodec.INSTANCE).remove("paid");

    run("string");

    assertThat(payloads()).containsExactly("unpaid");
  }

  @Test
  void followingMovesWhatIsOfferedMeanwhile() {
    CompletableFuture<Result> ran =
        CompletableFuture.supplyAsync(() -> run("string", "--follow", "--idle-exit", "3s"));
    offer(StringCodec.INSTANCE, "first", 1);
    Waiting.until("the first", () -> payloads().equals(List.of("first")));

    offer(StringCodec.INSTANCE, "second", 2);

    Waiting.until("the second", () -> payloads().equals(List.of("first", "second")));
    assertThat(ran.join().out()).startsWith("moved 2 entries");
  }

  @Test
  void entriesWithoutATimeStayAndEntriesOfAnOldVersionAreMoved() {
    // As older versions of Redisson write them: a double, and the length of the value.
    String script =
        "local v = struct.pack('dLc0', 0.25, 5, 'order') redis.call('ZADD', KEYS[1], 4102444800000, v)"
            + " redis.call('RPUSH', KEYS[2], v) redis.call('RPUSH', KEYS[2], 'stray')";
    REDIS.call(
        "EVAL",
        script,
        "2",
        "redisson_delay_queue_timeout:{" + name + "}",
        "redisson_delay_queue:{" + name + "}");

    Result ran = run("string");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("an entry of both the list and the sorted set");
    assertThat(payloads()).containsExactly("order");
    assertThat(REDIS.call("HVALS", "duetime-import:{" + name + "}")).isEqualTo("o0 stray");
  }

  private <T> void offer(Codec codec, T value, int hours) {
    RBlockingQueue<T> queue = redisson.getBlockingQueue(name, codec);
    RDelayedQueue<T> delayed = redisson.getDelayedQueue(queue);
    delayed.offer(value, hours, TimeUnit.HOURS);
    delayed.destroy();
  }

  private RDelayedQueue<Object> delayed(Codec codec) {
    return redisson.getDelayedQueue(redisson.getBlockingQueue(name, codec));
  }

  private String inHours(int hours) {
    return shell.time().instant().plusSeconds(3_600L * hours).toString();
  }

  /** The payloads in the order of their jobs, in base64 where they are neither text nor JSON. */
  private List<String> payloads() {
    return shell
        .run("list", "q", "--json")
        .out()
        .lines()
        .map(JsonTrees.MAPPER::readTree)
        .map(ImportRedissonCommandTest::payload)
        .toList();
  }

  private List<Long> dueMillis() {
    return shell
        .run("list", "q", "--json")
        .out()
        .lines()
        .map(JsonTrees.MAPPER::readTree)
        .map(job -> Instant.parse(job.path("dueAt").asString()).toEpochMilli())
        .toList();
  }

  /** The payload of the one job, which is cancelled. */
  private String shownInBase64() {
    String text = shell.run("list", "q", "--state", "DELAYED", "--json").out().strip();
    JsonNode job = JsonTrees.MAPPER.readTree(text);
    shell.run("cancel", "q", job.path("id").asString());
    JsonNode bytes = job.path("payloadBase64");
    return bytes.isMissingNode()
        ? Base64.getEncoder().encodeToString(job.path("payload").toString().getBytes(UTF_8))
        : bytes.asString();
  }

  private static String payload(JsonNode job) {
    JsonNode payload = job.path("payload");
    return payload.isMissingNode()
        ? job.path("payloadBase64").asString()
        : payload.isString() ? payload.asString() : payload.toString();
  }

  private Result run(String codec, String... more) {
    List<String> arguments = new ArrayList<>(List.of("import", "redisson", REDIS.uri()));
    arguments.addAll(List.of("--queue", name, "--codec", codec, "--into", "q"));
    arguments.addAll(List.of(more));
    return shell.run(arguments.toArray(String[]::new));
  }
}
