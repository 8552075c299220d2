package io.duetime.bench.comparison;

import io.duetime.bench.harness.JobSource;
import io.duetime.bench.peer.Job;
import io.duetime.bench.peer.Peer;
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
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills the process of the consumer again and again while jobs become due. Each job is a line in a
 * file before it is acknowledged; those without a line are lost, further lines are doubled.
 */
record KillRun(Spec spec, Place place, Load load) {
  /** The run that schedules jobs and writes their ids. */
  static final String PRODUCER = "producer";

  /** The run that consumes until it is killed, and writes the ids of its jobs to a file. */
  static final String CONSUMER = "consumer";

  private static final int JOBS_A_KILL = 100;
  private static final long SPACING_MILLIS = 15;
  private static final long HANDLING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  void run() throws Exception {
    String jobs = Integer.toString(JOBS_A_KILL * load.kills());
    Process producer =
        new ProcessBuilder(Child.command(spec, PRODUCER, place, jobs))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> ids =
        producer.inputReader().lines().filter(line -> line.matches("[0-9A-Za-z]{26}")).toList();
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
    await(file, ids);
    last.destroyForcibly().waitFor();
    List<String> handled = Files.readAllLines(file);
    Set<String> lost = new HashSet<>(ids);
    handled.forEach(lost::remove);
    Child.put("jobs", ids.size());
    Child.put("kills", load.kills());
    Child.put("lost", lost.size());
    Child.put("doubled", handled.size() - Set.copyOf(handled).size());
    Files.delete(file);
  }

  /** Until all have come, or no further one for some time. */
  private void await(Path file, List<String> ids) throws Exception {
    long size = -1;
    long last = System.nanoTime();
    while (System.nanoTime() - last < load.waitSeconds() * 1e9
        && !new HashSet<>(Files.readAllLines(file)).containsAll(ids)) {
      if (Files.size(file) != size) {
        size = Files.size(file);
        last = System.nanoTime();
      }
      Thread.sleep(200);
    }
  }

  static void produce(Spec spec, Place place, int jobs) throws Exception {
    Peer peer = spec.open(place);
    JobSource source = new JobSource(1);
    long first = System.currentTimeMillis() + 3_000;
    for (int i = 0; i < jobs; i++) {
      Job job = Job.of(source, first + i * SPACING_MILLIS);
      peer.schedule.make(job);
      System.out.println(job.id());
    }
    System.out.flush();
  }

  /** Consumes until the process is killed. */
  static void consume(Spec spec, Place place, Path path) throws Exception {
    Peer peer = spec.open(place);
    peer.consume.start(spec.consumers(), job -> handle(path, job.id()));
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
