package io.duetime.bench.wheel;

import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.Yardstick;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Measures the timing wheel beside Netty's and Agrona's, and prints a table.
 *
 * <p>The stores take turns, with the same delays in the same order, so that a slow moment of the
 * machine meets all of them. Netty's and Agrona's wheels have a size to be chosen: each runs with
 * the one that served it best in a trial before.
 */
public final class WheelBench {
  private static final long SEED = 20_261_120;

  private final WheelBenchOptions options;
  private final PrintStream out;

  private WheelBench(WheelBenchOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Runs the bench; see {@link WheelBenchOptions} for the arguments. */
  public static void main(String... args) {
    new WheelBench(WheelBenchOptions.parse(args), System.out).run();
  }

  private void run() {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println();
    out.println("Nanoseconds per timer, min / median / max of " + options.repetitions());
    out.println();
    out.println(
        "| timers | delays | store | schedule | cancel | schedule + cancel"
            + " | schedule + expire | bytes per timer |");
    out.println("|---:|---|---|---:|---:|---:|---:|---:|");
    warmUp();
    for (Delays delays : options.delays()) {
      for (int timers : options.timers()) {
        compare(delays, timers);
      }
    }
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  /** Lets the compiler see every store, or the first size tried would look the slowest. */
  private void warmUp() {
    Trial trial = new Trial(Delays.MINUTE, 10_000, SEED);
    trial.run(Entrant.duetime());
    options.peers().forEach(peer -> peer.sizes().forEach(trial::run));
  }

  private void compare(Delays delays, int timers) {
    Trial warmUp = new Trial(delays, timers, SEED);
    Map<Entrant, List<TimerCost>> costs = new LinkedHashMap<>();
    for (Entrant entrant : entrants(delays, warmUp)) {
      costs.put(entrant, new ArrayList<>());
    }
    costs.keySet().forEach(warmUp::run);
    for (int repetition = 1; repetition <= options.repetitions(); repetition++) {
      Trial trial = new Trial(delays, timers, SEED + repetition);
      costs.forEach((entrant, list) -> list.add(trial.run(entrant)));
    }
    costs.forEach((entrant, list) -> print(delays, timers, entrant, list, warmUp.weigh(entrant)));
  }

  private List<Entrant> entrants(Delays delays, Trial trial) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(Entrant.duetime());
    if (delays == Delays.YEAR) {
      entrants.add(Entrant.duetimeForTheWholeYear());
    }
    options.peers().forEach(peer -> entrants.add(best(peer.sizes(), trial)));
    return entrants;
  }

  private static Entrant best(List<Entrant> sizes, Trial trial) {
    return sizes.stream()
        .min(Comparator.comparingDouble(size -> trialCost(size, trial)))
        .orElseThrow();
  }

  /** A wheel may be impossible at a size: Agrona's grows all its spokes with the fullest one. */
  private static double trialCost(Entrant size, Trial trial) {
    try {
      TimerCost cost = trial.run(size);
      return cost.scheduleAndCancel() + cost.scheduleAndExpire();
    } catch (IllegalStateException | OutOfMemoryError e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private void print(
      Delays delays, int timers, Entrant entrant, List<TimerCost> costs, double bytes) {
    out.printf(
        "| %,d | %s | %s | %s | %s | %s | %s | %.1f |%n",
        timers,
        delays,
        entrant.name(),
        spread(costs, TimerCost::schedule),
        spread(costs, TimerCost::cancel),
        spread(costs, TimerCost::scheduleAndCancel),
        spread(costs, TimerCost::scheduleAndExpire),
        bytes);
  }

  private static String spread(List<TimerCost> costs, ToDoubleFunction<TimerCost> figure) {
    return MeasuredSpread.of(costs, figure).format("%.1f");
  }
}
