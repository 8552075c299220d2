package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.transfer.Transferred;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store is taken out while work goes on in it. */
public abstract class LiveTransferContract extends Contract {
  private static final long SEED = 20_261_122;
  private static final int ROUNDS = 6;
  private static final int KEPT = 30;
  private static final int CHANGES = 4;

  /** Long enough that no store keeps all jobs in one place for being small. */
  private static final String PAYLOAD = "x".repeat(100);

  private final Random random = new Random(SEED);
  private final Map<String, ClaimedJob> held = new HashMap<>();
  private final Map<String, Set<JobState>> states = new HashMap<>();
  private final Set<String> passing = new HashSet<>();

  @BeforeEach
  void remember() {
    assumeTrue(engine() instanceof Transfer.Movable, "this engine's store cannot be taken out");
    queue.configure(settings -> settings.retention(Duration.ofDays(1)));
  }

  @Test
  void aJobThatIsThereThroughoutIsTakenOutOnceInAStateItHad() {
    queue.schedule(IntStream.range(0, KEPT).mapToObj(i -> job("kept-" + i).build()).toList());
    for (int round = 0; round < ROUNDS; round++) {
      states.clear();
      kept().forEach(this::note);
      Map<String, JobState> taken =
          Transferred.jobs(engine(), queue.name(), 1 + random.nextInt(4), this::work).stream()
              .collect(Collectors.toMap(LiveTransferContract::id, this::state));

      assertThat(taken.keySet()).as("seed %d, round %d", SEED, round).containsAll(kept());
      assertThat(kept())
          .as("seed %d, round %d", SEED, round)
          .allSatisfy(id -> assertThat(states.get(id)).as(id).contains(taken.get(id)));
      advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void whatWasPutInHalfwayIsPutInAgainWithoutDoubles() {
    queue.schedule(IntStream.range(0, KEPT).mapToObj(i -> job("kept-" + i).build()).toList());
    queue.bury(queue.claimOne());
    List<StoreEntry> all = Transferred.all(engine());
    try (var other = open()) {
      List<Boolean> first = Transferred.put(other.engine(), all.subList(0, all.size() / 2));
      List<Boolean> again = Transferred.put(other.engine(), all);

      assertThat(again.subList(2, first.size())).containsOnly(false);
      assertThat(again.subList(first.size(), again.size())).containsOnly(true);
      assertThat(Transferred.jobs(other.engine(), queue.name(), KEPT, () -> {})).hasSize(KEPT);
    }
  }

  private static List<String> kept() {
    return IntStream.range(0, KEPT).mapToObj(i -> "kept-" + i).toList();
  }

  private static JobSpec.Builder job(String id) {
    return JobSpec.builder(id, Jobs.text(PAYLOAD), DueTime.after(0));
  }

  private static String id(StoreEntry.Job entry) {
    return entry.job().head().id();
  }

  private JobState state(StoreEntry.Job entry) {
    return entry.job().head().stateAt(now());
  }

  private void note(String id) {
    states.computeIfAbsent(id, first -> EnumSet.noneOf(JobState.class)).add(queue.get(id).state());
  }

  private void work() {
    for (int i = 0; i < CHANGES; i++) {
      String id = "kept-" + random.nextInt(KEPT);
      change(id);
      note(id);
    }
    comeAndGo();
  }

  /** Each change but the last has the job elsewhere in any order by time or by state. */
  private void change(String id) {
    ClaimedJob job = held.remove(id);
    if (job != null) {
      end(job);
      return;
    }
    switch (queue.get(id).state()) {
      case DELAYED -> move(id);
      case READY, CANCELLED -> claim(id);
      case DEAD -> redrive(id);
      case DONE, RUNNING -> queue.schedule(again(id));
    }
  }

  private void move(String id) {
    if (random.nextBoolean()) {
      queue.cancel(id);
    } else {
      queue.reschedule(id, DueTime.after(random.nextInt(3) * 1_000L));
    }
  }

  private void redrive(String id) {
    queue.change(Selection.ALL.in(JobState.DEAD).among(List.of(id)), new BulkChange.Redrive(0));
  }

  private JobSpec.Builder again(String id) {
    return job(id).onConflict(OnConflict.REPLACE);
  }

  private void claim(String id) {
    queue.claimById(id).forEach(job -> held.put(id, job));
  }

  private void end(ClaimedJob job) {
    switch (random.nextInt(4)) {
      case 0 -> queue.ack(job);
      case 1 -> queue.bury(job);
      case 2 -> queue.release(job);
      default -> queue.retry(job, Duration.ofSeconds(random.nextInt(3)));
    }
  }

  /** Adds and removes jobs, so that the table that holds them grows and shrinks. */
  private void comeAndGo() {
    for (int i = 0; i < CHANGES; i++) {
      String id = "passing-" + random.nextInt(10 * KEPT);
      if (passing.remove(id)) {
        queue.cancel(id);
      } else if (passing.add(id)) {
        queue.schedule(job(id).retention(Duration.ZERO));
      }
    }
  }
}
