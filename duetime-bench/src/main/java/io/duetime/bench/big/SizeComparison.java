package io.duetime.bench.big;

import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.ScratchFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A large store beside a small one of the same shape: each is filled in one process, killed, and
 * then opened, asked and killed again, in turns.
 */
final class SizeComparison {
  private static final int PAYLOAD_BYTES = 100;
  private static final long SMALL = 10_000;

  private final BigBenchOptions options;
  private final ChildProcess child;
  private final PrintStream out;

  SizeComparison(BigBenchOptions options, PrintStream out) {
    this.options = options;
    this.child = new ChildProcess(options.heap());
    this.out = out;
  }

  void run(DueRange shape) throws IOException, InterruptedException {
    try (ScratchFolder small = ScratchFolder.in(options.folder());
        ScratchFolder large = ScratchFolder.in(options.folder())) {
      child.run("load", small.path(), shape, SMALL, PAYLOAD_BYTES);
      ChildReport loaded = child.run("load", large.path(), shape, options.jobs(), PAYLOAD_BYTES);
      print(shape, loaded, large);
      List<ChildReport> ofSmall = new ArrayList<>();
      List<ChildReport> ofLarge = new ArrayList<>();
      for (int i = 0; i < options.repetitions(); i++) {
        ofSmall.add(child.run("cost", small.path(), shape, SMALL, PAYLOAD_BYTES));
        ofLarge.add(child.run("cost", large.path(), shape, options.jobs(), PAYLOAD_BYTES));
      }
      printCosts(ofSmall, ofLarge);
    }
  }

  private void print(DueRange shape, ChildReport loaded, ScratchFolder folder) {
    out.printf("%n%,d jobs, %s, heap %s%n%n", options.jobs(), shape, options.heap());
    out.printf(
        "loaded in %.0f s (%,.0f jobs/s, on stable storage); %,.0f wait; memory of the process at"
            + " most %s; files %s, logs %s%n%n",
        loaded.get("seconds"),
        options.jobs() / loaded.get("seconds"),
        loaded.get("waiting"),
        mib(loaded.get("residentPeak")),
        mib((double) Footprint.fileBytes(folder.path(), false)),
        mib((double) Footprint.fileBytes(folder.path(), true)));
  }

  private void printCosts(List<ChildReport> small, List<ChildReport> large) {
    out.printf("| what | %,d jobs | %,d jobs | ratio |%n", SMALL, options.jobs());
    out.println("|---|---:|---:|---:|");
    row("opening after kill -9, ms", "open", small, large);
    row("counting, then, ms", "counts", small, large);
    costRows("cancel, 100 a call", "cancelBatched", small, large);
    costRows("cancel, one a call", "cancelSingle", small, large);
    costRows("claim, 100 a call", "claimBatched", small, large);
    costRows("claim, one a call", "claimSingle", small, large);
  }

  private void costRows(
      String what, String name, List<ChildReport> small, List<ChildReport> large) {
    row(what + ", µs a job", name, small, large);
    row(what + ", CPU, µs a job", name + "Cpu", small, large);
    row(what + ", once more, CPU, µs a job", name + "Cpu" + CostTask.AGAIN, small, large);
  }

  private void row(String what, String name, List<ChildReport> small, List<ChildReport> large) {
    MeasuredSpread ofSmall = MeasuredSpread.of(small, told -> told.get(name));
    MeasuredSpread ofLarge = MeasuredSpread.of(large, told -> told.get(name));
    out.printf(
        "| %s | %s | %s | %.2f |%n",
        what, ofSmall.format("%.1f"), ofLarge.format("%.1f"), ofLarge.median() / ofSmall.median());
  }

  static String mib(double bytes) {
    return "%,.0f MiB".formatted(bytes / (1 << 20));
  }
}
