package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.SettleRequest;
import io.duetime.StoreFailureException;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.Verification;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.fixture.Contents;
import io.duetime.embedded.fixture.StoreFiles;
import io.duetime.embedded.internal.disk.LogRepair;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final int ADDED = 1 << 20;
  private static final int SECTOR = 512;

  @TempDir Path folder;

  /** What the store told after each call, by the size of the log at the answer. */
  private final TreeMap<Long, Contents> answered = new TreeMap<>();

  private final List<String> ids = new ArrayList<>();
  private int mostPayload;

  private static EmbeddedEngine open(Path store) {
    return EmbeddedEngine.open(store, EmbeddedOptions.DEFAULT.space(0, 0), CLOCK);
  }

  private static Path log(Path store) throws IOException {
    try (Stream<Path> files = Files.list(StoreFolder.databaseIn(store))) {
      return files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  /** A seeded series of calls, each answered as fsynced. */
  private Path written(long seed, int mostPayload) throws IOException {
    Random random = new Random(seed);
    this.mostPayload = mostPayload;
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
    answered.put(LogRepair.endOfData(log(store)), Contents.of(engine, QUEUE, ids));
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
          jobs.add(
              Calls.job(id, random.nextInt(1_000)).toBuilder()
                  .body(new JobBody(payload(random), null, Map.of()))
                  .tags(List.of("t"))
                  .build());
        }
        answer(engine.schedule(QUEUE, jobs, Durability.FSYNCED));
      }
    }
  }

  private byte[] payload(Random random) {
    byte[] payload = new byte[random.nextInt(mostPayload + 1)];
    random.nextBytes(payload);
    return payload;
  }

  private Contents contents(Path copy) throws IOException {
    try (EmbeddedEngine engine = open(copy)) {
      return Contents.of(engine, QUEUE, ids);
    } finally {
      StoreFiles.remove(copy);
    }
  }

  /**
   * A copy whose log ends at a place: the file as well, or with the zeros that were added to it.
   */
  private Path torn(Path store, long at, boolean zeros) throws IOException {
    Path copy = StoreFiles.copy(store, folder.resolve("torn"));
    try (RandomAccessFile log = new RandomAccessFile(log(copy).toFile(), "rw")) {
      log.setLength(at);
      log.setLength(zeros ? at + ADDED : at);
    }
    return copy;
  }

  private void assertWholeCalls(long seed, Stream<Long> places, Path store) throws IOException {
    for (long at : (Iterable<Long>) places::iterator) {
      Map.Entry<Long, Contents> last = answered.floorEntry(at);
      Contents expected = last == null ? answered.firstEntry().getValue() : last.getValue();
      for (boolean zeros : List.of(false, true)) {
        assertThat(contents(torn(store, at, zeros)).difference(expected))
            .as("seed %d, log of %d bytes cut at %d, %s", seed, answered.lastKey(), at, zeros)
            .isEmpty();
      }
    }
  }

  @Test
  void theLogOfAnOpenStoreIsLongerThanWhatIsInIt() throws IOException {
    Path store = folder.resolve("store");
    try (EmbeddedEngine engine = open(store)) {
      answer(engine.schedule(QUEUE, List.of(Calls.job("a", 0)), Durability.FSYNCED));
      long size = Files.size(log(store));
      assertThat(size).isGreaterThanOrEqualTo(ADDED);

      answer(engine.schedule(QUEUE, List.of(Calls.job("b", 0)), Durability.FSYNCED));
      ids.addAll(List.of("a", "b"));

      assertThat(Files.size(log(store))).as("nothing is added behind the zeros").isEqualTo(size);
      assertThat(
              contents(StoreFiles.copy(store, folder.resolve("killed")))
                  .difference(Contents.of(engine, QUEUE, ids)))
          .isEmpty();
    }
    assertThat(Files.size(log(store))).isEqualTo(LogRepair.endOfData(log(store)));
  }

  @Test
  void atSomePlacesTheStoreHasTheCallsBeforeTheTear() throws IOException {
    long seed = new Random().nextLong();
    Path store = written(seed, 10);
    long size = Files.size(log(store));
    assertWholeCalls(seed, new Random(seed).longs(FEW, 0, size + 1).boxed().sorted(), store);
  }

  @Test
  @Tag("full")
  void everywhereTheStoreHasTheCallsBeforeTheTear() throws IOException {
    long seed = new Random().nextLong();
    Path store = written(seed, 10);
    int size = (int) Files.size(log(store));
    assertWholeCalls(
        seed, IntStream.rangeClosed(0, size / STEP).mapToObj(i -> (long) i * STEP), store);
  }

  @Test
  void addedZerosBehindATearHideNothingFromAVerification() throws IOException {
    long seed = new Random().nextLong();
    Path store = written(seed, 10_000);
    long size = Files.size(log(store));
    for (long at : (Iterable<Long>) new Random(seed).longs(FEW, 0, size + 1)::iterator) {
      Verification plain = verified(torn(store, at, false));

      assertThat(verified(torn(store, at, true)))
          .as("seed %d, log of %d bytes cut at %d", seed, size, at)
          .isEqualTo(plain);
    }
  }

  private static Verification verified(Path copy) throws IOException {
    try {
      return Verification.of(copy);
    } finally {
      StoreFiles.remove(copy);
    }
  }

  /** Leaves zeros where sectors that were not synced have not reached the disk. */
  private Path withLostSectors(Path store, long synced, Random random) throws IOException {
    Path copy = torn(store, Files.size(log(store)), true);
    try (RandomAccessFile log = new RandomAccessFile(log(copy).toFile(), "rw")) {
      for (long at = synced; at < answered.lastKey(); at = (at / SECTOR + 1) * SECTOR) {
        if (random.nextBoolean()) {
          log.seek(at);
          log.write(new byte[(int) (SECTOR - at % SECTOR)]);
        }
      }
    }
    return copy;
  }

  @Test
  void whereUnsyncedSectorsAreLostSyncedCallsAreThereAndNoneHasAHoleBeforeIt() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path store = written(seed, 10_000);
    List<Long> ends = List.copyOf(answered.keySet());
    int opened = 0;
    for (int i = 0; i < FEW || opened == 0; i++) {
      long synced = ends.get(random.nextInt(ends.size()));
      Path copy = withLostSectors(store, synced, random);
      String log = log(copy).toString();
      try {
        Contents found = contents(copy);
        assertThat(answered.tailMap(synced).values())
            .as("seed %d, synced up to %d", seed, synced)
            .anySatisfy(state -> assertThat(found.difference(state)).isEmpty());
        opened++;
      } catch (StoreFailureException refused) {
        assertThat(refused).hasMessageContaining(log);
        assertThat(refused.code()).isEqualTo(ErrorCode.STORE_DAMAGED);
      }
    }
  }
}
