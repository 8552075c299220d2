package io.duetime.engine.tck.simulation;

import io.duetime.JobState;
import io.duetime.engine.Engine;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Drain;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One run: some seconds of faults, then calm. By the end every job that was accepted has ended, all
 * that was closed has closed, and the history is sound.
 */
final class Run {
  static final String QUEUE = "orders";

  /** The time in which all jobs end that were due, once there are no faults. */
  private static final Duration SWEEP = Duration.ofSeconds(15);

  private static final int ROUNDS = 4;

  /** A job may be scheduled for 2 seconds later, and a lost signal costs a second. */
  private static final Duration ROUND = Duration.ofSeconds(4);

  /** The limit of a close is at most a second, and 2 seconds after the interrupts. */
  private static final Duration CLOSING = Duration.ofSeconds(5);

  final World world;
  final Weather weather;
  final Witness witness;
  final History history = History.inMemory();

  /** The ids of all jobs that were asked for. */
  final Set<String> ids = new LinkedHashSet<>();

  final World.Node network;
  final MemoryEngine memory;
  private final List<Participant> participants = new ArrayList<>();
  private Duration storeAhead = Duration.ZERO;

  /** What came of a run. */
  record Result(long hash, int steps, long begun, int events) {}

  private Run(long seed, Carriers carriers) {
    this.world = new World(seed, carriers);
    this.weather = new Weather(world.random.split());
    this.witness = new Witness(world, weather);
    this.network = world.process("network");
    this.memory = new MemoryEngine((InstantSource) this::storeTime);
  }

  /**
   * Runs a seed.
   *
   * @param change what stands between each process and the store; nothing by default
   */
  static Result of(long seed, Carriers carriers, UnaryOperator<Engine> change) {
    Run run = new Run(seed, carriers);
    try {
      return run.judged(change);
    } catch (AssertionError | RuntimeException broken) {
      throw new AssertionError(
          "-Dduetime.seed=" + seed + " tells the steps of: " + broken.getMessage(), broken);
    }
  }

  /** Runs a seed and tells all that happens. */
  static void told(long seed, Carriers carriers, Consumer<String> trace) {
    Run run = new Run(seed, carriers);
    run.world.traceTo(trace);
    run.judged(UnaryOperator.identity());
  }

  Instant storeTime() {
    return world.instant().plus(storeAhead);
  }

  private Result judged(UnaryOperator<Engine> change) {
    Labour labour = new Labour(world, weather, witness);
    int many = world.random.nextBoolean() ? 1 : 2 + world.random.nextInt(2);
    for (int i = 1; i <= many; i++) {
      participants.add(new Participant(this, "p" + i, labour, change));
    }
    participants.forEach(Participant::begin);
    network.after(Duration.ofMillis(10), this::watch);
    network.after(Weather.FAULTS, this::calmDown);
    network.after(Weather.FAULTS.plus(SWEEP), () -> round(ROUNDS));
    world.run(Weather.FAULTS.plus(SWEEP).plus(ROUND.multipliedBy(ROUNDS)).plus(CLOSING));
    participants.forEach(Participant::checkClosed);
    world.rethrow();
    Drain.run(memory, QUEUE, by -> storeAhead = storeAhead.plus(by), history);
    List<Event> events = history.events();
    HistoryCheck.of(events).assertClean();
    events.forEach(event -> world.mix(hash(event)));
    return new Result(world.hash(), world.steps(), witness.begun(), events.size());
  }

  // Not the hash of a record with an enum, which differs from one JVM to the next.
  private static int hash(Event event) {
    return Objects.hash(
        event.kind().name(), event.span(), event.job(), event.outcome(), event.dueAtMillis());
  }

  boolean othersLive(Participant one) {
    return participants.stream().anyMatch(other -> other != one && !other.process().isDead());
  }

  private void watch() {
    witness.look();
    if (!weather.calm && weather.storeSteps && world.random.nextInt(25) == 0) {
      Duration step = Duration.ofMillis(world.random.nextInt(3_000));
      storeAhead = storeAhead.plus(step);
      world.note("the clock of the store steps");
      // A store in the same process has the same clock.
      if (!weather.shared) {
        participants.forEach(one -> one.process().stepClock(step));
      }
    }
    network.after(Duration.ofMillis(weather.calm ? 500 : 20), this::watch);
  }

  private void calmDown() {
    world.note("calm");
    weather.calm = true;
    participants.forEach(Participant::calmDown);
  }

  // Each round begins with claimers that wait: no later signal hides one that was forgotten.
  private void round(int left) {
    checkAllDone();
    if (left > 0) {
      participants.forEach(Participant::scheduleSome);
      network.after(ROUND, () -> round(left - 1));
    } else {
      participants.forEach(Participant::close);
    }
  }

  private void checkAllDone() {
    for (JobState state : List.of(JobState.DELAYED, JobState.READY, JobState.RUNNING)) {
      Selection inState = Selection.ALL.in(state);
      Answers.of(memory.list(QUEUE, inState, null, 100))
          .jobs()
          .forEach(job ->
              world.violated(
                  job.id() + " is " + state + ", due at " + job.times().dueAt() + ", not done"));
    }
  }
}
