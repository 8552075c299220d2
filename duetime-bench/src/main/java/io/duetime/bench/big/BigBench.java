package io.duetime.bench.big;

import static io.duetime.bench.big.SizeComparison.mib;

import io.duetime.bench.FsyncRate;
import io.duetime.bench.Machine;
import io.duetime.bench.ScratchFolder;
import io.duetime.bench.Yardstick;
import io.duetime.bench.big.BigBenchOptions.Part;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Measures how the embedded engine bears millions of jobs in a small heap, and how much of the disk
 * it uses after many have come and gone. It lasts about a quarter of an hour.
 */
public final class BigBench {
  private static final int ID_BYTES = 26;
  private static final int DISK_SHARE = 10;

  private final BigBenchOptions options;
  private final PrintStream out;

  private BigBench(BigBenchOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Runs the bench; see {@link BigBenchOptions} for the arguments. */
  public static void main(String... args) throws Exception {
    new BigBench(BigBenchOptions.parse(args), System.out).run();
  }

  private void run() throws IOException, InterruptedException {
    out.println(Machine.describe());
    yardsticks("before");
    SizeComparison comparison = new SizeComparison(options, out);
    if (options.parts().contains(Part.FAR)) {
      comparison.run(DueRange.FAR);
    }
    if (options.parts().contains(Part.OVERDUE)) {
      comparison.run(DueRange.OVERDUE);
    }
    if (options.parts().contains(Part.DISK)) {
      disk(100);
      disk(1_000);
    }
    out.println();
    yardsticks("after");
  }

  private void yardsticks(String when) {
    out.println("yardstick " + when + ": " + Yardstick.take());
    out.println("disk " + when + ": " + FsyncRate.take(options.folder()));
  }

  private void disk(int payloadBytes) throws IOException, InterruptedException {
    long live = options.jobs() / DISK_SHARE * 100 / payloadBytes;
    try (ScratchFolder folder = ScratchFolder.in(options.folder())) {
      ChildReport told =
          new ChildProcess(options.heap())
              .run("churn", folder.path(), DueRange.FAR, live, payloadBytes);
      double liveBytes = live * (double) (payloadBytes + ID_BYTES);
      out.printf(
          "%nDisk: %,d jobs stay, ten times as many come and are cancelled; payloads of %d random"
              + " bytes and ids, %s%n%n",
          live, payloadBytes, mib(liveBytes));
      out.println("| when | files | logs | files to payloads and ids |");
      out.println("|---|---:|---:|---:|");
      row("those that stay are there", "loaded", told, liveBytes);
      row("the others have come and gone", "churned", told, liveBytes);
      row("a minute later", "rested", told, liveBytes);
    }
  }

  private void row(String what, String when, ChildReport told, double liveBytes) {
    double files = told.get(when + "Data");
    out.printf(
        "| %s | %s | %s | %.2f |%n",
        what, mib(files), mib(told.get(when + "Logs")), files / liveBytes);
  }
}
