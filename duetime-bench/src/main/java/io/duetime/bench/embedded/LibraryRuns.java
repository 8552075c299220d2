package io.duetime.bench.embedded;

import io.duetime.Duetime;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.ScratchFolder;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.LibraryCalls;
import io.duetime.bench.load.LibraryWorker;
import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.load.Throughput;
import io.duetime.bench.load.TimedConsumer;
import java.nio.file.Path;
import java.time.Duration;

/** What a user of the library calls, with its defaults; a new store each time. */
final class LibraryRuns {
  private final String scheme;
  private final Path folder;

  LibraryRuns(String scheme, Path folder) {
    this.scheme = scheme;
    this.folder = folder;
  }

  /** Each caller schedules one job after the other and waits until it is stored. */
  Throughput schedule(Callers callers, Duration time) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Duetime duetime = open(scratch)) {
      return callers.during(time, new LibraryCalls(duetime)::scheduling);
    }
  }

  /** How late a worker begins its jobs, under a steady load. */
  LatenessHistogram lateness(SteadyLoad load) throws InterruptedException {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Duetime duetime = open(scratch);
        TimedConsumer worker = new LibraryWorker(duetime)) {
      return load.run(worker);
    }
  }

  private Duetime open(ScratchFolder scratch) {
    return Duetime.open(BenchEngines.uri(scheme, scratch.path()));
  }
}
