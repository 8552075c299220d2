package io.duetime.bench.embedded;

import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.ScratchFolder;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.EngineCalls;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.load.Throughput;
import io.duetime.engine.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine of ours, asked to be on stable storage before it answers; a new store each time. */
final class EngineRuns {
  private final String scheme;
  private final Path folder;
  private final Duration time;

  EngineRuns(String scheme, Path folder, Duration time) {
    this.scheme = scheme;
    this.folder = folder;
    this.time = time;
  }

  /** One call a batch. */
  Throughput schedule(Callers callers, int size) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = open(scratch)) {
      EngineCalls calls = new EngineCalls(engine, Durability.FSYNCED);
      return callers.during(time, caller -> calls.scheduling(caller, size));
    }
  }

  /** One call a batch of jobs that are due already. */
  Throughput scheduleDue(Callers callers, int size, int priorities) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = open(scratch)) {
      EngineCalls calls = new EngineCalls(engine, Durability.FSYNCED, priorities);
      return callers.during(time, caller -> calls.schedulingDue(caller, size));
    }
  }

  /** Each caller claims and then acknowledges, a batch at a time, until none is left. */
  Throughput claimAndAck(Callers callers, int size, int jobs, int priorities) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = open(scratch)) {
      EngineCalls calls = new EngineCalls(engine, Durability.FSYNCED, priorities);
      calls.loadDue(jobs);
      AtomicInteger left = new AtomicInteger(jobs);
      return callers.asLongAs(() -> left.get() > 0, caller -> calls.claiming(size, left));
    }
  }

  /** How late one consumer that does nothing else gets its jobs, under a steady load. */
  LatenessHistogram lateness(SteadyLoad load) throws InterruptedException {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = open(scratch)) {
      return new EngineCalls(engine, Durability.FSYNCED).lateness(load);
    }
  }

  private Engine open(ScratchFolder scratch) {
    return BenchEngines.open(BenchEngines.uri(scheme, scratch.path()));
  }
}
