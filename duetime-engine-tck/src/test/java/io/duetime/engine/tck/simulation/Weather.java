package io.duetime.engine.tck.simulation;

import java.time.Duration;
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
  private final double refused;
  private final double unknown;
  private final double unanswered;
  private final double slow;
  private final double lostSignal;
  private final double doubledSignal;
  private final double lateSignal;
  private final double pauses;
  private final double deaths;
  private final int latency;

  Weather(SplittableRandom random) {
    this.random = random;
    this.shared = random.nextInt(3) == 0;
    this.relyOnSignals = random.nextBoolean();
    this.refused = sometimes(0.15);
    this.unknown = sometimes(0.15);
    this.unanswered = sometimes(0.04);
    this.slow = sometimes(1);
    this.lostSignal = relyOnSignals ? 0 : sometimes(0.7);
    this.doubledSignal = sometimes(0.3);
    this.lateSignal = sometimes(0.5);
    this.pauses = sometimes(0.7);
    this.deaths = sometimes(0.2);
    this.storeSteps = !relyOnSignals && random.nextInt(6) == 0;
    this.latency = 1 + random.nextInt(random.nextBoolean() ? 8 : 150);
  }

  private double sometimes(double most) {
    return random.nextBoolean() ? random.nextDouble() * most : 0;
  }

  private boolean happens(double chance) {
    return !calm && chance > 0 && random.nextDouble() < chance;
  }

  boolean refuses() {
    return happens(refused);
  }

  boolean losesAnswer() {
    return happens(unknown);
  }

  boolean neverAnswers() {
    return happens(unanswered);
  }

  // Messages take their time in calm weather too.
  boolean isSlow() {
    return random.nextDouble() < slow;
  }

  boolean losesSignal() {
    return happens(lostSignal);
  }

  boolean doublesSignal() {
    return happens(doubledSignal);
  }

  boolean delaysSignal() {
    return random.nextDouble() < lateSignal;
  }

  boolean pauses() {
    return happens(pauses);
  }

  boolean kills() {
    return happens(deaths);
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
