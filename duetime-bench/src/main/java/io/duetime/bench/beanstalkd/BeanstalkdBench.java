package io.duetime.bench.beanstalkd;

import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.Yardstick;
import io.duetime.bench.beanstalkd.ProtocolServer.Kind;
import io.duetime.bench.load.LatenessHistogram;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures puts, and reserves with deletes, over the beanstalkd protocol: this server and
 * beanstalkd in turns, with one connection and with many, none of them pipelined. Needs a
 * beanstalkd on the path.
 */
public final class BeanstalkdBench {
  private static final String USAGE =
      "usage: beanstalkd [--repetitions 5] [--jobs 50000] [--connections 50]";
  private static final int FEWER_ALONE = 5;
  private static final int PER_SECOND = 1_000;
  private static final int WARM_SECONDS = 5;
  private static final int SECONDS = 20;

  private final PrintStream out;
  private final int repetitions;
  private final int jobs;
  private final int connections;

  private BeanstalkdBench(PrintStream out, Flags flags) {
    this.out = out;
    this.repetitions = (int) flags.get("repetitions", 5);
    this.jobs = (int) flags.get("jobs", 50_000);
    this.connections = (int) flags.get("connections", 50);
  }

  /** Runs the bench; each server does {@code --jobs N} before that are not measured. */
  public static void main(String... args) throws IOException, InterruptedException {
    Flags flags = Flags.parse(USAGE, Set.of("repetitions", "jobs", "connections"), args);
    new BeanstalkdBench(System.out, flags).run();
  }

  /** The rates of one server in one round, a second. */
  private record Rates(double putAlone, double workAlone, double put, double work) {}

  private void run() throws IOException, InterruptedException {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    Map<Kind, List<Rates>> measured = new EnumMap<>(Kind.class);
    for (int i = 0; i < repetitions; i++) {
      for (Kind kind : Kind.values()) {
        measured.computeIfAbsent(kind, any -> new ArrayList<>()).add(measure(kind));
      }
    }
    out.println();
    out.println("jobs a second, min / median / max of " + repetitions);
    out.println();
    out.printf(
        "| server | put, 1 connection | reserve + delete, 1 | put, %d | reserve + delete, %d |%n",
        connections, connections);
    out.println("|---|---:|---:|---:|---:|");
    measured.forEach(this::row);
    out.println();
    lateness();
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  private void lateness() throws IOException, InterruptedException {
    out.printf("ms late, put to read, of jobs at %,d/s with delays of 1 to 5 s%n%n", PER_SECOND);
    LatenessHistogram.printHeading(out);
    for (Kind kind : Kind.values()) {
      try (ProtocolServer server = ProtocolServer.start(kind)) {
        new ProtocolLateness(server.address(), PER_SECOND, WARM_SECONDS).measure();
        LatenessHistogram late =
            new ProtocolLateness(server.address(), PER_SECOND, SECONDS).measure();
        out.printf("| %s | %s |%n", kind.title(), late.row());
      }
    }
  }

  private void row(Kind kind, List<Rates> rates) {
    out.printf(
        "| %s | %s | %s | %s | %s |%n",
        kind.title(),
        MeasuredSpread.of(rates, Rates::putAlone).format("%,.0f"),
        MeasuredSpread.of(rates, Rates::workAlone).format("%,.0f"),
        MeasuredSpread.of(rates, Rates::put).format("%,.0f"),
        MeasuredSpread.of(rates, Rates::work).format("%,.0f"));
  }

  private Rates measure(Kind kind) throws IOException {
    try (ProtocolServer server = ProtocolServer.start(kind);
        ProtocolLoad alone = new ProtocolLoad(server.address(), 1);
        ProtocolLoad many = new ProtocolLoad(server.address(), connections)) {
      many.put(jobs);
      many.work(jobs);
      int fewer = Math.max(1, jobs / FEWER_ALONE);
      double putAlone = alone.put(fewer);
      double workAlone = alone.work(fewer);
      double put = many.put(jobs);
      return new Rates(putAlone, workAlone, put, many.work(jobs));
    }
  }
}
