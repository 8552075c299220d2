package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.SettleRequest;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Contents;
import io.duetime.embedded.fixture.DamagedTable;
import io.duetime.embedded.fixture.StoreFiles;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One bit of one file of a closed store is flipped. Then the opening, or the call that meets it, is
 * refused with the name of the file, or jobs are set aside and counted, or nothing has changed.
 */
class DamagedFilesTest {
  private static final String QUEUE = "q";
  private static final Instant NOW = Instant.parse("2026-11-02T07:00:00Z");
  private static final boolean LONG = Boolean.getBoolean("duetime.long");
  private static final int FEW = 30;
  private static final int LAST = LONG ? 10_000 : 32;
  private static final int MANY = LONG ? 400 : 8;
  private static final Path REPORT = Path.of("target", "damaged-files.txt");

  @TempDir Path folder;
  private final List<String> ids = new ArrayList<>();
  private final Map<String, Map<String, Integer>> outcomes = new TreeMap<>();
  private final List<String> silent = new ArrayList<>();
  private Path store;

  /** The same store as its opening left it: the log is in tables, which the list of files names. */
  private Path reopened;

  private Contents sound;

  private static EmbeddedEngine open(Path store) {
    return EmbeddedEngine.open(
        store, EmbeddedOptions.DEFAULT.space(0, 0).window(10), InstantSource.fixed(NOW));
  }

  /** Jobs of all kinds, most of them in tables, the latest changes in the log. */
  @BeforeEach
  void fill() throws IOException {
    store = folder.resolve("store");
    reopened = folder.resolve("reopened");
    Random random = new Random(1);
    try (EmbeddedEngine engine = open(store)) {
      schedule(engine, random, 120);
      List<ClaimedJob> jobs = answer(engine.claim(QUEUE, ClaimRequest.of(20, 3_600_000))).jobs();
      settle(engine, jobs.subList(0, 15));
      Schedule daily = Schedule.every(Duration.ofDays(1));
      for (String name : List.of("daily", "nightly")) {
        RecurringJob job =
            new RecurringJob(name, daily, job("template", random), MissedTicks.LATEST);
        answer(engine.putRecurring(QUEUE, RecurringChange.of(job)));
      }
      answer(
          engine.configure(QUEUE, answer(engine.settings(QUEUE)).toBuilder().maxDead(77).build()));
      answer(engine.putDocument("notes", "ann", 0, new byte[] {1, 2, 3}));
    }
    StoreFiles.copy(store, reopened);
    open(reopened).close();
    DamagedTable.compact(store);
    try (EmbeddedEngine engine = open(store)) {
      schedule(engine, random, 20);
      settle(engine, answer(engine.claim(QUEUE, ClaimRequest.of(6, 3_600_000))).jobs());
      answer(engine.cancel(QUEUE, ids.subList(60, 64), Durability.FSYNCED));
    }
  }

  private Contents contents(Path sound) throws IOException {
    Path copy = StoreFiles.copy(sound, folder.resolve("sound"));
    try (EmbeddedEngine engine = open(copy)) {
      Contents contents = Contents.of(engine, QUEUE, ids).withClaims(engine, QUEUE);
      assertThat(contents.refused()).isEmpty();
      return contents;
    } finally {
      StoreFiles.remove(copy);
    }
  }

  private void schedule(EmbeddedEngine engine, Random random, int count) {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = "job-%03d".formatted(ids.size());
      ids.add(id);
      jobs.add(job(id, random));
    }
    answer(engine.schedule(QUEUE, jobs, Durability.FSYNCED));
  }

  private static JobSpec job(String id, Random random) {
    byte[] payload = new byte[random.nextInt(400)];
    random.nextBytes(payload);
    long due = NOW.toEpochMilli() + random.nextInt(4_000_000) - 3_000_000;
    return JobSpec.builder(id, new JobBody(payload, "x/y", Map.of("h", id)), DueTime.at(due))
        .tags(List.of("even".repeat(random.nextInt(3)) + "t"))
        .priority(random.nextInt(3))
        .retention(Duration.ofDays(1))
        .build();
  }

  private static void settle(EmbeddedEngine engine, List<ClaimedJob> jobs) {
    List<Settlement> settlements = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      SettleRequest how =
          switch (i % 3) {
            case 0 -> SettleRequest.ack();
            case 1 -> new SettleRequest.Bury(null, "bad");
            default -> new SettleRequest.Retry(60_000L, null, "not now");
          };
      settlements.add(new Settlement(jobs.get(i).lease(), how));
    }
    answer(engine.settle(QUEUE, settlements, Durability.FSYNCED));
  }

  /** Flips one bit, opens the store, and files what comes of it. */
  private void damage(Path of, Place place) throws IOException {
    Path copy = StoreFiles.copy(of, folder.resolve("damaged"));
    Path file = copy.resolve(place.file());
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) place.at()] ^= (byte) (1 << place.bit());
    Files.write(file, bytes);
    String outcome = outcome(copy, place);
    outcomes.computeIfAbsent(place.kind(), any -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    StoreFiles.remove(copy);
  }

  private String outcome(Path copy, Place place) {
    Contents found;
    try (EmbeddedEngine engine = open(copy)) {
      found = Contents.of(engine, QUEUE, ids).withClaims(engine, QUEUE);
    } catch (DuetimeException refused) {
      String message = String.valueOf(refused.getMessage());
      if (!namesAFile(message)) {
        silent.add(place + ": refused without the name of a file: " + message);
      }
      return "refused at opening";
    }
    List<String> changes = found.silentChanges(sound);
    found.refused().values().stream()
        .filter(message -> !namesAFile(message))
        .forEach(message -> changes.add("without the name of a file: " + message));
    if (!changes.isEmpty()) {
      silent.add(place + ": " + changes);
      return "SILENT";
    }
    if (found.setAside() > 0) {
      return "set aside";
    }
    return found.refused().isEmpty() ? "harmless" : "refused when read";
  }

  private static boolean namesAFile(String message) {
    return message.contains("queue q, job job-")
        || message.matches("(?s).*(\\.sst|\\.log|MANIFEST-|CURRENT|OPTIONS|IDENTITY|format).*");
  }

  private void assertNothingSilent(Path of, List<Place> places) throws IOException {
    sound = contents(of);
    for (Place place : places) {
      damage(of, place);
    }
    assertThat(silent).as("%s", outcomes).isEmpty();
  }

  @Test
  void aFlippedBitIsNeverSilent() throws IOException {
    Random random = seeded();
    List<Place> places = Place.all(store, random, 1);
    Collections.shuffle(places, random);
    assertNothingSilent(store, places.subList(0, FEW));
  }

  @Test
  @Tag("full")
  void flippedBitsInEachPartOfEachFileAreNeverSilent() throws IOException {
    assertNothingSilent(store, Place.all(store, seeded(), MANY));
    Files.createDirectories(REPORT.getParent());
    Files.writeString(
        REPORT,
        outcomes.entrySet().stream().map(Object::toString).collect(Collectors.joining("\n")));
  }

  @Test
  void aFlippedBitInALengthOfTheListOfFilesIsNeverSilent() throws IOException {
    assertNothingSilent(reopened, Place.lengthsInManifest(reopened));
  }

  private static Random seeded() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    return new Random(seed);
  }

  /** A byte of a part of a file. */
  private record Place(String file, String kind, long at, int bit) {
    private static final int FOOTER = 53;
    private static final int HEADER = 7;
    private static final int CHECKSUM = 4;

    /** Each bit of the lengths of the last changes in the list of files. */
    static List<Place> lengthsInManifest(Path store) throws IOException {
      List<Place> places = new ArrayList<>();
      for (Path file : StoreFiles.of(store)) {
        String name = store.relativize(file).toString();
        if (name.contains("MANIFEST")) {
          ByteBuffer list =
              ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
          for (int at = 0; at < list.limit(); ) {
            int length = at + CHECKSUM;
            for (int bit = 0; bit < 16; bit++) {
              places.add(new Place(name, "MANIFEST, length", length + bit / 8, bit % 8));
            }
            at += HEADER + (list.getShort(length) & 0xffff);
          }
        }
      }
      return places.subList(Math.max(0, places.size() - LAST), places.size());
    }

    static List<Place> all(Path store, Random random, int each) throws IOException {
      List<Place> places = new ArrayList<>();
      for (Path file : StoreFiles.of(store)) {
        String name = store.relativize(file).toString();
        long size = Files.size(file);
        if (name.endsWith(".sst")) {
          long data = DamagedTable.properties(file).getDataSize();
          add(places, name, "table, data", 0, data, random, each);
          add(places, name, "table, index and filter", data, size - FOOTER, random, each);
          add(places, name, "table, footer", size - FOOTER, size, random, each);
        } else {
          String kind = name.replaceAll("[-.\\d]*\\d", "");
          add(places, name, kind, 0, size, random, each);
          add(places, name, kind + ", end", Math.max(0, size - 64), size, random, each);
        }
      }
      return places;
    }

    private static void add(
        List<Place> places, String file, String kind, long from, long to, Random random, int each) {
      for (int i = 0; i < each && from < to; i++) {
        places.add(new Place(file, kind, from + random.nextLong(to - from), random.nextInt(8)));
      }
    }
  }
}
