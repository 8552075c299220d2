package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.SettleRequest;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.fixture.Contents;
import io.duetime.embedded.fixture.StoreFiles;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log ends anywhere, as after a loss of power: each call is stored whole or not at all. */
class TornTailTest {
  private static final String QUEUE = "q";
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-02T07:00:00Z"));
  private static final int CALLS = 24;
  private static final int STEP = Boolean.getBoolean("duetime.long") ? 1 : 64;
  private static final int FEW = 24;

  @TempDir Path folder;

  /** What the store told after each call, by the size of the log at the answer. */
  private final TreeMap<Long, Contents> answered = new TreeMap<>();

  private final List<String> ids = new ArrayList<>();

  private static EmbeddedEngine open(Path store) {
    return EmbeddedEngine.open(store, EmbeddedOptions.DEFAULT.space(0, 0), CLOCK);
  }

  private static Path log(Path store) throws IOException {
    try (Stream<Path> files = Files.list(StoreFolder.databaseIn(store))) {
      return files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  /** A seeded series of calls, each answered as fsynced. */
  private Path written(long seed) throws IOException {
    Random random = new Random(seed);
    Path store = folder.resolve("store");
    try (EmbeddedEngine engine = open(store)) {
      note(engine, store);
      List<ClaimedJob> leased = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        call(engine, random, leased);
        note(engine, store);
      }
    }
    return store;
  }

  private void note(EmbeddedEngine engine, Path store) throws IOException {
    answered.put(Files.size(log(store)), Contents.of(engine, QUEUE, ids));
  }

  private void call(EmbeddedEngine engine, Random random, List<ClaimedJob> leased) {
    switch (random.nextInt(5)) {
      case 0 ->
          leased.addAll(
              answer(engine.claim(QUEUE, ClaimRequest.of(1 + random.nextInt(3), 60_000))).jobs());
      case 1 -> {
        List<Settlement> settled =
            leased.stream()
                .map(job ->
                    new Settlement(
                        job.lease(),
                        random.nextBoolean()
                            ? SettleRequest.ack()
                            : new SettleRequest.Retry(0L, null, "not now")))
                .toList();
        leased.clear();
        answer(engine.settle(QUEUE, settled, Durability.FSYNCED));
      }
      case 2 ->
          answer(
              engine.cancel(
                  QUEUE,
                  ids.subList(0, random.nextInt(ids.size() + 1)).stream().limit(2).toList(),
                  Durability.FSYNCED));
      default -> {
        List<JobSpec> jobs = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
          String id = "job-" + ids.size();
          ids.add(id);
          jobs.add(Calls.job(id, random.nextInt(1_000)).toBuilder().tags(List.of("t")).build());
        }
        answer(engine.schedule(QUEUE, jobs, Durability.FSYNCED));
      }
    }
  }

  private Contents torn(Path store, long at) throws IOException {
    Path copy = StoreFiles.copy(store, folder.resolve("torn"));
    try (FileChannel log = FileChannel.open(log(copy), StandardOpenOption.WRITE)) {
      log.truncate(at);
    }
    try (EmbeddedEngine engine = open(copy)) {
      return Contents.of(engine, QUEUE, ids);
    } finally {
      StoreFiles.remove(copy);
    }
  }

  private void assertWholeCalls(long seed, Stream<Long> places, Path store) throws IOException {
    for (long at : (Iterable<Long>) places::iterator) {
      Contents found = torn(store, at);
      Map.Entry<Long, Contents> last = answered.floorEntry(at);
      Contents expected = last == null ? answered.firstEntry().getValue() : last.getValue();
      assertThat(found.difference(expected))
          .as("seed %d, log of %d bytes cut at %d", seed, answered.lastKey(), at)
          .isEmpty();
    }
  }

  @Test
  void atSomePlacesTheStoreHasTheCallsBeforeTheTear() throws IOException {
    long seed = new Random().nextLong();
    Path store = written(seed);
    long size = Files.size(log(store));
    assertWholeCalls(seed, new Random(seed).longs(FEW, 0, size + 1).boxed().sorted(), store);
  }

  @Test
  @Tag("full")
  void everywhereTheStoreHasTheCallsBeforeTheTear() throws IOException {
    long seed = new Random().nextLong();
    Path store = written(seed);
    int size = (int) Files.size(log(store));
    assertWholeCalls(
        seed, IntStream.rangeClosed(0, size / STEP).mapToObj(i -> (long) i * STEP), store);
  }
}
