package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;
import static io.duetime.bench.harness.Group.once;

import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The embedded engine with millions of jobs in a small heap beside few jobs: each store is filled
 * in one process, killed, and then opened, asked and killed again. And what it uses of the disk
 * after many jobs have come and gone.
 */
public final class BigGroups {
  private static final int PAYLOAD_BYTES = 100;
  private static final int FEW = 10_000;

  private BigGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        cold(
            "embedded-big/far",
            "jobs due a day to a year ahead",
            rows -> compare(rows, BigChild.Range.FAR)),
        cold(
            "embedded-big/overdue",
            "jobs that are due, without a consumer",
            rows -> compare(rows, BigChild.Range.OVERDUE)),
        once(
            "embedded-big/disk",
            "some jobs stay, ten times as many come and are cancelled; files to payloads and ids",
            rows -> {
              disk(rows, PAYLOAD_BYTES);
              disk(rows, 10 * PAYLOAD_BYTES);
            }));
  }

  private static void compare(Rows rows, BigChild.Range range) throws IOException {
    for (int jobs : new int[] {Math.min(FEW, rows.sizes.pending), 5 * rows.sizes.pending}) {
      Path folder = rows.manage(Scratch.in(rows.sizes.folder)).path();
      Figures loaded = run(rows, "load", folder, range, jobs, PAYLOAD_BYTES);
      rows.ours(
          "%,d jobs".formatted(jobs),
          () -> run(rows, "cost", folder, range, jobs, PAYLOAD_BYTES).with(loaded));
    }
  }

  private static void disk(Rows rows, int payloadBytes) {
    int live = rows.sizes.pending / 2 * PAYLOAD_BYTES / payloadBytes;
    rows.ours(
        "%,d jobs of %,d bytes".formatted(live, payloadBytes),
        () -> {
          try (Scratch folder = Scratch.in(rows.sizes.folder)) {
            return run(rows, "churn", folder.path(), BigChild.Range.FAR, live, payloadBytes);
          }
        });
  }

  private static Figures run(
      Rows rows, String task, Path folder, BigChild.Range range, int jobs, int payloadBytes)
      throws IOException {
    Figures figures = new Figures();
    String heap = rows.sizes.heap;
    try (Scratch.Child child =
        new Scratch.Child(heap, BigChild.class, task, folder, range, jobs, payloadBytes)) {
      for (String line = child.nextLine(); !line.equals(BigChild.READY); line = child.nextLine()) {
        String[] figure = line.split(": ", 2);
        figures.with(figure[0], "%,.2f", Double.parseDouble(figure[1]));
      }
    }
    return figures;
  }
}
