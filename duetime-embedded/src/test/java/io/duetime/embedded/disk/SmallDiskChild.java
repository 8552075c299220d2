package io.duetime.embedded.disk;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.CancelOutcome;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Fills the disk its store is on, in several ways, and says what came of it. */
final class SmallDiskChild {
  private static final String QUEUE = "q";
  private static final int PAYLOAD = 20_000;
  private static final long MIB = 1L << 20;
  private static final long LOW = 24 * MIB;
  private static final EmbeddedOptions OPTIONS =
      new EmbeddedOptions(1 << 20, LOW, 2 * MIB, 8 * MIB, 8 * MIB, 100);

  private final Random random = new Random(1);
  private final Path disk;
  private final Path filler;

  /** The due times of the jobs that are known to wait. */
  private final Map<String, Long> waiting = new HashMap<>();

  private EmbeddedEngine engine;
  private int ids;

  private SmallDiskChild(Path disk) {
    this.disk = disk;
    this.filler = disk.resolve("filler");
    this.engine = open();
  }

  /** Takes the folder of the disk. */
  public static void main(String[] arguments) throws IOException {
    new SmallDiskChild(Path.of(arguments[0])).run();
  }

  private EmbeddedEngine open() {
    return EmbeddedEngine.open(disk.resolve("store"), OPTIONS, InstantSource.system());
  }

  private void run() throws IOException {
    for (int i = 0; i < 200; i++) {
      expect(schedule().outcome() == ScheduleOutcome.CREATED, "taken at first");
    }
    fillUpTo(LOW - MIB);
    System.out.println("others fill the disk: " + refusal() + goesOn());

    Files.delete(filler);
    System.out.println("room again: " + schedule().outcome());

    System.out.println("filled by jobs: " + refusal() + goesOn());

    System.out.println("no room at all: " + moveUntilItFails());

    engine.close();
    Files.delete(filler);
    engine = open();
    waiting.forEach(this::compare);
    engine
        .cancel(QUEUE, List.copyOf(waiting.keySet()), Durability.FSYNCED)
        .toCompletableFuture()
        .join();
    System.out.println("opened again: nothing is missing, " + scheduleOnceThereIsRoom());
    engine.close();
  }

  private Scheduled schedule() {
    byte[] payload = new byte[PAYLOAD];
    random.nextBytes(payload);
    String id = "job-" + ids++;
    JobSpec job = JobSpec.builder(id, JobBody.of(payload), DueTime.at(1_000)).build();
    Scheduled result = answer(engine.schedule(QUEUE, List.of(job), Durability.FSYNCED)).get(0);
    if (result.outcome() == ScheduleOutcome.CREATED) {
      waiting.put(id, 1_000L);
    }
    return result;
  }

  /** Schedules until that is refused. */
  private String refusal() {
    Scheduled result = schedule();
    while (result.outcome() == ScheduleOutcome.CREATED) {
      result = schedule();
    }
    return result.refusal().code().name();
  }

  private String goesOn() {
    for (int i = 0; i < 10; i++) {
      ClaimedJob job = answer(engine.claim(QUEUE, ClaimRequest.of(1, 60_000))).jobs().get(0);
      List<Settlement> ack = List.of(Settlement.ack(job.lease()));
      expect(
          answer(engine.settle(QUEUE, ack, Durability.FSYNCED)).get(0).outcome()
              == SettleOutcome.ACKED,
          "acked");
      waiting.remove(job.lease().id());
      String other = waiting.keySet().iterator().next();
      expect(
          answer(engine.cancel(QUEUE, List.of(other), Durability.FSYNCED)).get(0).outcome()
              == CancelOutcome.CANCELLED,
          "cancelled");
      waiting.remove(other);
    }
    return ", the rest goes on";
  }

  /** Moves jobs while others take every byte that is left. */
  private String moveUntilItFails() throws IOException {
    List<String> names = List.copyOf(waiting.keySet());
    for (long dueAt = 2_000; ; dueAt++) {
      long moved = dueAt;
      fillUpTo(0);
      List<Reschedule> moves =
          names.stream()
              .map(id -> new Reschedule(id, DueTime.at(moved), Reschedule.Condition.ALWAYS))
              .toList();
      try {
        answer(engine.reschedule(QUEUE, moves, Durability.FSYNCED));
        names.forEach(id -> waiting.put(id, moved));
      } catch (DuetimeException failure) {
        return failure.code().name();
      }
    }
  }

  // The last move was not answered: whether it took effect is open.
  private void compare(String id, long dueAt) {
    long found =
        answer(engine.find(QUEUE, id))
            .orElseThrow(() -> new AssertionError(id + " is missing"))
            .times()
            .dueAt();
    expect(found == dueAt || found == dueAt + 1 || (dueAt == 1_000 && found == 2_000), id);
  }

  private String scheduleOnceThereIsRoom() {
    Scheduled result = schedule();
    while (result.outcome() != ScheduleOutcome.CREATED) {
      Thread.onSpinWait();
      result = schedule();
    }
    return result.outcome().name();
  }

  private void fillUpTo(long left) throws IOException {
    byte[] some = new byte[64 << 10];
    try (OutputStream out =
        Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (Files.getFileStore(disk).getUsableSpace() > left) {
        out.write(some);
      }
    } catch (IOException full) {
      expect(left == 0, "full too soon");
    }
  }

  private static void expect(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }
}
