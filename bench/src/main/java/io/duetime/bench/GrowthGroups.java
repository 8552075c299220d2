package io.duetime.bench;

import static io.duetime.bench.harness.Group.once;

import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Growth;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Sizes;
import io.duetime.bench.harness.Stores;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What a job costs beside more and more jobs, queues, workers, shards and nodes. */
final class GrowthGroups {
  private GrowthGroups() {}

  /** Lists them. */
  static List<Group> all() {
    return List.of(
        pending("embedded", sizes -> Stores.embedded(sizes.folder)),
        pending("redis", sizes -> RedisServer.start()),
        running("queues", 20_000, (rows, growth, count) -> growth.run(jobs(rows), count, 1, 1)),
        running("workers", 10_000, (rows, growth, count) -> growth.run(jobs(rows), 1, count, 1)),
        running("shards", 64, (rows, growth, count) -> growth.run(jobs(rows), 1, 16, count)),
        once(
            "growth/masters",
            "a queue of 12 shards on a cluster, and 16 workers of the library",
            rows -> {
              for (int masters = 1; masters <= 3; masters++) {
                Stores stores = rows.manage(RedisServer.startCluster(masters));
                rows.ours(masters + " masters", new Growth(stores).run(jobs(rows), 1, 16, 12));
              }
            }));
  }

  /** From 10,000 to {@code --pending}, each ten times as many as before. */
  private static Group pending(String kind, Function<Sizes, Stores> open) {
    return once(
        "growth/" + kind,
        "calls of 100 jobs beside --pending jobs that wait; processor time a job",
        rows -> {
          Growth growth = new Growth(rows.manage(open.apply(rows.sizes)));
          for (long jobs = Math.min(10_000, rows.sizes.pending);
              jobs <= rows.sizes.pending;
              jobs *= 10) {
            rows.ours("%,d jobs".formatted(jobs), growth.pending((int) jobs));
          }
        });
  }

  private interface Run {
    Rows.Turn with(Rows rows, Growth growth, int count);
  }

  private static Group running(String what, int most, Run run) {
    return once(
        "growth/" + what,
        "jobs scheduled 100 a call on Redis and run by workers of the library",
        rows -> {
          Growth growth = new Growth(rows.manage(RedisServer.start()));
          IntStream.of(1, 4, 16, 64, 1_000, most)
              .filter(count -> count <= Math.min(most, rows.sizes.jobs))
              .distinct()
              .forEach(count ->
                  rows.ours("%,d %s".formatted(count, what), run.with(rows, growth, count)));
        });
  }

  private static int jobs(Rows rows) {
    return rows.sizes.jobs;
  }
}
