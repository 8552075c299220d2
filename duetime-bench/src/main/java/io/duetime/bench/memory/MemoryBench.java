package io.duetime.bench.memory;

import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.Yardstick;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/**
 * Measures the memory engine: jobs a second that one thread schedules while another claims and
 * acknowledges them, in batches of 100; and the same on one thread alone. Beside it, in turn, the
 * JDK's bounded queue hands over the same payloads in the same batches, with no order, id or lease.
 */
public final class MemoryBench {
  private static final int JOBS = 1_000_000;

  private final PrintStream out;
  private final int repetitions;

  private MemoryBench(PrintStream out, int repetitions) {
    this.out = out;
    this.repetitions = repetitions;
  }

  /** Runs the bench; {@code --repetitions N} says how often, 5 times unless given. */
  public static void main(String... args) {
    Flags flags = Flags.parse("usage: memory [--repetitions 5]", Set.of("repetitions"), args);
    new MemoryBench(System.out, (int) flags.get("repetitions", 5)).run();
  }

  private void run() {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println();
    out.println(
        "Jobs a second, 100-byte payloads, batches of 100, min / median / max of " + repetitions);
    out.println();
    out.println("| what | jobs/s |");
    out.println("|---|---:|");
    MemoryRuns runs = new MemoryRuns(JOBS);
    row("memory engine, a thread that schedules and one that claims and acks", runs::pair);
    row("memory engine, one thread for all three", runs::alone);
    row("ArrayBlockingQueue of the same batches, one thread puts and one takes", runs::plainQueue);
    out.println();
    out.println("| what | s |");
    out.println("|---|---:|");
    out.printf(
        "| TestDuetime, a hundred years with seven worker queues | %s |%n",
        spread(Century::seconds).format("%.2f"));
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  private void row(String what, DoubleSupplier measure) {
    out.printf("| %s | %s |%n", what, spread(measure).format("%,.0f"));
  }

  private MeasuredSpread spread(DoubleSupplier measure) {
    List<Double> all =
        DoubleStream.generate(measure).limit(1 + repetitions).skip(1).boxed().toList();
    return MeasuredSpread.of(all);
  }
}
