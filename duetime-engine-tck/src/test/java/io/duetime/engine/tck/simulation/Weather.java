package io.duetime.engine.tck.simulation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Which faults a run has, and how often. Each seed has some of them, so that a rare combination is
 * not hidden by the others.
 */
final class Weather {
  /** For how long there are faults. */
  static final Duration FAULTS = Duration.ofSeconds(4);

  /** A store of another process, with clocks of its own; otherwise one in this process. */
  final boolean shared;

  /** Signals are neither lost nor late, and nothing else would make a claimer look again. */
  final boolean relyOnSignals;

  /** The clock of the store steps ahead. */
  final boolean storeSteps;

  /** Whether all faults are over. */
  boolean calm;

  private final SplittableRandom random;
  private final Map<Trouble, Double> chances = new EnumMap<>(Trouble.class);
  private final int latency;

  /** What can happen to a call, a signal or a process, and how often at most. */
  enum Trouble {
    REFUSAL(0.15),
    LOST_ANSWER(0.15),
    NO_ANSWER(0.04),
    SLOWNESS(1),
    LOST_SIGNAL(0.7),
    DOUBLED_SIGNAL(0.3),
    LATE_SIGNAL(0.5),
    PAUSE(0.7),
    DEATH(0.2);

    private final double most;

    Trouble(double most) {
      this.most = most;
    }
  }

  Weather(SplittableRandom random) {
    this.random = random;
    this.shared = random.nextInt(3) == 0;
    this.relyOnSignals = random.nextBoolean();
    for (Trouble trouble : Trouble.values()) {
      boolean isLeftOut = relyOnSignals && trouble == Trouble.LOST_SIGNAL;
      boolean isChosen = !isLeftOut && random.nextBoolean();
      chances.put(trouble, isChosen ? random.nextDouble() * trouble.most : 0);
    }
    this.storeSteps = !relyOnSignals && random.nextInt(6) == 0;
    this.latency = 1 + random.nextInt(random.nextBoolean() ? 8 : 150);
  }

  /** Whether something happens now. Messages take their time in calm weather too. */
  boolean brings(Trouble trouble) {
    boolean isOfMessages = trouble == Trouble.SLOWNESS || trouble == Trouble.LATE_SIGNAL;
    double chance = calm && !isOfMessages ? 0 : chances.getOrDefault(trouble, 0.0);
    return chance > 0 && random.nextDouble() < chance;
  }

  /** A lease that outlasts a claim and a settlement with their answers. */
  Duration shortestLease() {
    return Duration.ofMillis(100 + 4L * latency);
  }

  /** How long a message takes. */
  Duration latency() {
    return Duration.ofMillis(random.nextInt(latency));
  }
}
