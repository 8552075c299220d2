package io.duetime.transfer.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.SettleRequest;
import io.duetime.embedded.Verification;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.memory.MemoryEngine;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.runtime.EngineOpener;
import io.duetime.transfer.Transfers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports from stores in Redis and into them. */
class RedisTransferTest {
  private static final String QUEUE = "orders";
  private static final int KEPT = 3_000;
  private static final int DEAD = 200;
  private static final int BATCH = 100;
  private static final Pattern ID = Pattern.compile("\"id\":\"(kept-\\d+)\"");

  @TempDir private Path folder;

  @Test
  void whatGoesThroughStoresOfAllKindsIsTheSame() throws IOException {
    Engine memory = new MemoryEngine(InstantSource.system());
    FullStore.fill(memory);
    byte[] export = export(memory);
    try (Engine redis = redis();
        Engine embedded = embedded()) {
      Importer into = new Importer(redis);
      into.run(stream(export));
      byte[] ofRedis = export(redis);
      new Importer(embedded).run(stream(ofRedis));

      assertThat(into.taken().jobs()).isEqualTo(13);
      assertThat(comparable(ofRedis)).isEqualTo(comparable(export));
      assertThat(comparable(export(embedded))).isEqualTo(comparable(export));
    }
    assertThat(Verification.of(folder).findings()).isEmpty();
  }

  @Test
  void theSameAgainIsThereAlreadyAndSaidToBe() throws IOException {
    Engine memory = new MemoryEngine(InstantSource.system());
    FullStore.fill(memory);
    byte[] export = export(memory);
    try (Engine redis = redis()) {
      new Importer(redis).run(stream(export));
      List<String> before = comparable(export(redis));
      Importer again = new Importer(redis);
      again.run(stream(export));

      assertThat(again.taken().sentence()).isEqualTo("nothing");
      assertThat(again.present().jobs()).isEqualTo(13);
      assertThat(comparable(export(redis))).isEqualTo(before);
    }
  }

  @Test
  void aJobOfASplitQueueThatIsThereThroughoutIsExportedOnceUnderLoad() throws Exception {
    try (Engine redis = redis();
        Engine embedded = embedded();
        Engine back = redis()) {
      configure(redis, 3);
      schedule(redis, "kept-", 0, KEPT, DueTime.after(Duration.ofDays(1).toMillis()));
      bury(redis, IntStream.range(0, DEAD).mapToObj(i -> "kept-" + i).toList());
      AtomicBoolean exported = new AtomicBoolean();
      CompletableFuture<Void> load = CompletableFuture.runAsync(() -> work(redis, exported));
      byte[] export;
      try {
        export = exportWhileTheShardsChange(redis);
      } finally {
        exported.set(true);
        load.join();
      }

      assertThat(keptIds(export)).doesNotHaveDuplicates().hasSize(KEPT);
      new Importer(embedded).run(stream(export));
      byte[] ofFolder = export(embedded);
      new Importer(back).run(stream(ofFolder));
      assertThat(comparable(ofFolder)).isEqualTo(comparable(export));
      assertThat(comparable(export(back))).isEqualTo(comparable(export));
    }
    assertThat(Verification.of(folder).findings()).isEmpty();
  }

  /** Splits the queue twice on the way, and has what is dead carried to the newest shards. */
  private static byte[] exportWhileTheShardsChange(Engine engine) throws IOException {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          private int lines;

          @Override
          public synchronized void write(int end) {
            super.write(end);
            lines++;
            if (lines == KEPT / 4 || lines == KEPT / 2) {
              configure(engine, lines % 7 + 2);
            }
            if (lines % BATCH == 0) {
              Transfers.answer(engine.maintain());
            }
          }
        };
    new Exporter(engine, out).run();
    return out.toByteArray();
  }

  /** Schedules, claims, acknowledges and moves jobs until it is told to stop. */
  private static void work(Engine engine, AtomicBoolean stop) {
    for (int round = 0; !stop.get(); round++) {
      schedule(engine, "passing-" + round + "-", 0, BATCH, DueTime.after(0));
      List<ClaimedJob> jobs =
          Transfers.answer(engine.claim(QUEUE, ClaimRequest.of(BATCH, 60_000))).jobs();
      Transfers.answer(
          engine.settle(
              QUEUE,
              jobs.stream().map(job -> Settlement.ack(job.lease())).toList(),
              Durability.NONE));
      int some = round * BATCH % (KEPT - DEAD - BATCH) + DEAD;
      bury(engine, IntStream.range(some, some + 3).mapToObj(i -> "kept-" + i).toList());
    }
  }

  private static void bury(Engine engine, List<String> ids) {
    List<ClaimedJob> jobs =
        Transfers.answer(engine.claimById(QUEUE, ids, ClaimRequest.of(ids.size(), 60_000))).jobs();
    Transfers.answer(
        engine.settle(
            QUEUE,
            jobs.stream()
                .map(job -> new Settlement(job.lease(), new SettleRequest.Bury(null, "no use")))
                .toList(),
            Durability.NONE));
  }

  private static void schedule(Engine engine, String prefix, int from, int to, DueTime due) {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = from; i < to; i++) {
      byte[] payload = (prefix + i + " ").repeat(10).getBytes(StandardCharsets.UTF_8);
      jobs.add(JobSpec.builder(prefix + i, JobBody.of(payload), due).nonce(i + 1).build());
    }
    for (int i = 0; i < jobs.size(); i += BATCH) {
      Transfers.answer(
          engine.schedule(
              QUEUE, jobs.subList(i, Math.min(jobs.size(), i + BATCH)), Durability.NONE));
    }
  }

  private static void configure(Engine engine, int shards) {
    Transfers.answer(
        engine.configure(
            QUEUE, QueueSettings.builder().shards(shards).retention(Duration.ofHours(1)).build()));
  }

  private static List<String> keptIds(byte[] export) {
    return text(export)
        .lines()
        .filter(line -> line.contains("\"kind\":\"job\""))
        .map(ID::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  /**
   * Lines in order, without what is told of the stores themselves, parts of a millisecond, and ids
   * of templates, which nothing is made of.
   */
  private static List<String> comparable(byte[] export) {
    return text(export)
        .lines()
        .filter(line -> !line.contains("\"kind\":\"header\""))
        .map(line -> line.replaceFirst("\"fences\":\\d+", "\"fences\":0"))
        .map(line -> line.replace(".000000005Z", "Z"))
        .map(line -> line.replace("\"id\":\"template\"", "\"id\":\"nightly\""))
        .sorted()
        .toList();
  }

  private static Engine redis() {
    return open(RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID());
  }

  private Engine embedded() {
    return open("embedded:" + folder + "?lowSpace=0&reserve=0");
  }

  private static Engine open(String uri) {
    return EngineOpener.open(uri, new EngineContext(InstantSource.system(), Map.of()));
  }

  private static byte[] export(Engine engine) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Exporter(engine, out).run();
    return out.toByteArray();
  }

  private static ByteArrayInputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
