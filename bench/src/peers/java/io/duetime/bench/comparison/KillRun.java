package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peer;
import io.duetime.bench.peer.Peer.Dues;
import io.duetime.bench.peer.Peer.Plan;
import io.duetime.bench.peer.Peers.Spec;
import io.duetime.bench.peer.Place;
import io.duetime.bench.peer.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills the process of the consumer again and again while jobs become due. Each job is a line in a
 * file before it is acknowledged; further lines of a job are doubled.
 */
record KillRun(Spec spec, Place place, Load load) {
  /** The run that schedules jobs. */
  static final String PRODUCER = "producer";

  /** The run that consumes until it is killed, and writes the ids of its jobs to a file. */
  static final String CONSUMER = "consumer";

  private static final int JOBS_A_KILL = 100;
  private static final long SPACING_MILLIS = 15;
  private static final long HANDLING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  void run() throws Exception {
    int jobs = JOBS_A_KILL * load.kills();
    // A process of its own, which ends before the consumers begin: a folder has one user at a time.
    Process producer =
        new ProcessBuilder(Child.command(spec, PRODUCER, place, "" + jobs)).inheritIO().start();
    if (producer.waitFor() != 0) {
      throw new IOException("the producer has failed");
    }
    Path file = Files.createTempFile("duetime-bench-consumed", "");
    List<String> command = Child.command(spec, CONSUMER, place, file.toString());
    for (int kill = 0; kill < load.kills(); kill++) {
      Process consumer = Programs.startReady(command);
      Thread.sleep(ThreadLocalRandom.current().nextInt(200, 1_200));
      consumer.destroyForcibly().waitFor();
    }
    Process last = Programs.startReady(command);
    await(file, jobs);
    last.destroyForcibly().waitFor();
    List<String> handled = Files.readAllLines(file);
    long different = handled.stream().distinct().count();
    Child.put("jobs", jobs);
    Child.put("kills", load.kills());
    Child.put("undelivered", jobs - different);
    Child.put("doubled", handled.size() - different);
    Files.delete(file);
  }

  /** Until all have come, or no further one for some time. */
  private void await(Path file, int jobs) throws Exception {
    long size = -1;
    long last = System.nanoTime();
    while (System.nanoTime() - last < load.waitSeconds() * 1e9
        && new HashSet<>(Files.readAllLines(file)).size() < jobs) {
      if (Files.size(file) != size) {
        size = Files.size(file);
        last = System.nanoTime();
      }
      Thread.sleep(200);
    }
  }

  static void produce(Peer peer, int jobs) throws Exception {
    Dues dues = new Dues(System.currentTimeMillis() + 3_000, 0, jobs * SPACING_MILLIS);
    if (peer.schedule(new Plan(1, 1, jobs, Integer.MAX_VALUE, 0, dues)) != jobs) {
      throw new IllegalStateException("not all jobs were scheduled");
    }
  }

  /** Consumes until the process is killed. */
  static void consume(Peer peer, int consumers, Path file) throws Exception {
    peer.consume(consumers, (id, due, late) -> handle(file, id));
    Programs.tellReady();
    new CountDownLatch(1).await();
  }

  private static void handle(Path file, String id) {
    try {
      Files.writeString(file, id + "\n", StandardOpenOption.APPEND);
      LockSupport.parkNanos(HANDLING_NANOS);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
