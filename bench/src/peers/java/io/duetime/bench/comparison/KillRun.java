package io.duetime.bench.comparison;

import io.duetime.bench.harness.JobSource;
import io.duetime.bench.peer.Job;
import io.duetime.bench.peer.Peer;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills the process of the consumer again and again while jobs become due. Each job is a line in a
 * file before it is acknowledged; those without a line are lost, further lines are doubled.
 */
record KillRun(String peer, Place place, int consumers, Load load, Findings out) {
  private static final int JOBS_A_KILL = 100;
  private static final long SPACING_MILLIS = 1_500;
  private static final long HANDLING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final String READY = "ready";

  void run() throws Exception {
    int jobs = JOBS_A_KILL * load.kills();
    List<String> ids = new ArrayList<>();
    try (Peer producer = Peers.named(peer).open(place)) {
      JobSource source = new JobSource(1);
      long first = System.currentTimeMillis() + 3_000;
      for (int i = 0; i < jobs; i++) {
        Job job = Job.of(source, first + i * SPACING_MILLIS / JOBS_A_KILL);
        producer.schedule(job);
        ids.add(job.id());
      }
    }
    Path file = Files.createTempFile("duetime-bench-consumed", "");
    for (int kill = 0; kill < load.kills(); kill++) {
      Process consumer = start(file);
      Thread.sleep(ThreadLocalRandom.current().nextInt(200, 1_200));
      end(consumer);
    }
    Process last = start(file);
    await(file, ids);
    end(last);
    report(file, ids);
    Files.delete(file);
  }

  private Process start(Path file) throws IOException {
    List<String> command = new ArrayList<>(Child.command());
    command.addAll(List.of(KillRun.class.getName(), peer, place.uri(), "" + place.pid()));
    command.addAll(List.of("" + consumers, file.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines = process.inputReader();
    for (String line = lines.readLine(); !READY.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("the consumer has ended");
      }
    }
    return process;
  }

  private static void end(Process process) throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Until all have come, or no further one for some time. */
  private void await(Path file, List<String> ids) throws Exception {
    long size = -1;
    long last = System.nanoTime();
    while (System.nanoTime() - last < load.waitSeconds() * 1e9
        && !counts(file).keySet().containsAll(ids)) {
      if (Files.size(file) != size) {
        size = Files.size(file);
        last = System.nanoTime();
      }
      Thread.sleep(200);
    }
  }

  private static Map<String, Integer> counts(Path file) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    Files.readAllLines(file).forEach(id -> counts.merge(id, 1, Integer::sum));
    return counts;
  }

  private void report(Path file, List<String> ids) throws IOException {
    Map<String, Integer> counts = counts(file);
    Set<String> lost = new HashSet<>(ids);
    lost.removeAll(counts.keySet());
    out.put("jobs", ids.size());
    out.put("kills", load.kills());
    out.put("lost", lost.size());
    out.put("doubled", counts.values().stream().mapToInt(count -> count - 1).sum());
  }

  /** A consumer that runs until it is killed: peer, URI and process of the server, file. */
  public static void main(String... args) throws Exception {
    Place place = new Place(args[1], Long.parseLong(args[2]));
    Peer peer = Peers.named(args[0]).open(place);
    Path path = Path.of(args[4]);
    OutputStream file = Files.newOutputStream(path, StandardOpenOption.APPEND);
    peer.consume(Integer.parseInt(args[3]), job -> handle(file, job.id()));
    System.out.println(READY);
    while (peer != null) {
      LockSupport.park();
    }
  }

  private static void handle(OutputStream file, String id) {
    try {
      synchronized (file) {
        file.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
      }
      LockSupport.parkNanos(HANDLING_NANOS);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
