package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Works on a store from several threads until it is killed, and writes into a journal what it is
 * about to ask and what it was answered. Says "on" each time a good deal was answered.
 */
final class StormChild {
  static final String QUEUE = "storm";

  /** Longer than the whole storm, also on a slow machine: its leases must not end. */
  private static final long DAY = 86_400_000;

  private static final int SAID_EVERY = 500;

  private final EmbeddedEngine engine;
  private final StormJournal journal;
  private final String round;
  private final AtomicLong ids = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private final ConcurrentLinkedDeque<String> later = new ConcurrentLinkedDeque<>();

  private StormChild(EmbeddedEngine engine, StormJournal journal, String round) {
    this.engine = engine;
    this.journal = journal;
    this.round = round;
  }

  public static void main(String[] arguments) throws IOException {
    InstantSource clock = InstantSource.system();
    EmbeddedEngine engine =
        EmbeddedEngine.open(Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), clock);
    StormJournal journal = StormJournal.appendTo(Path.of(arguments[1]));
    StormChild storm = new StormChild(engine, journal, arguments[2]);
    long seed = Long.parseLong(arguments[3]);
    for (int i = 0; i < 2; i++) {
      storm.start(storm::produce, seed + i);
      storm.start(storm::consume, seed + 10 + i);
    }
    storm.start(storm::cancel, seed + 20);
  }

  private interface Duty {
    void once(Random random) throws IOException;
  }

  private void start(Duty duty, long seed) {
    Random random = new Random(seed);
    Thread thread =
        new Thread(() -> {
          try {
            while (true) {
              duty.once(random);
            }
          } catch (IOException | RuntimeException failure) {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
          }
        });
    thread.start();
  }

  private void said(int answers) {
    long before = answered.getAndAdd(answers);
    if (before / SAID_EVERY != (before + answers) / SAID_EVERY) {
      System.out.println("on");
    }
  }

  private void produce(Random random) throws IOException {
    List<JobSpec> jobs = new ArrayList<>();
    long now = System.currentTimeMillis();
    for (int i = 1 + random.nextInt(20); i > 0; i--) {
      String id = round + "-" + ids.incrementAndGet();
      jobs.add(Calls.job(id, random.nextBoolean() ? now : now + DAY));
    }
    List<String> names = jobs.stream().map(JobSpec::id).toList();
    journal.all('s', names);
    answer(engine.schedule(QUEUE, jobs, Durability.FSYNCED));
    journal.all('S', names);
    later.addAll(names);
    said(names.size());
  }

  private void consume(Random random) throws IOException {
    List<ClaimedJob> jobs =
        answer(engine.claim(QUEUE, ClaimRequest.of(1 + random.nextInt(20), DAY))).jobs();
    for (ClaimedJob job : jobs) {
      journal.claimed(job.lease().id(), job.lease().fence());
    }
    List<ClaimedJob> done = jobs.subList(0, random.nextInt(jobs.size() + 1));
    List<String> names = done.stream().map(job -> job.lease().id()).toList();
    journal.all('a', names);
    List<Settlement> acks = done.stream().map(job -> Settlement.ack(job.lease())).toList();
    List<Settled> results = answer(engine.settle(QUEUE, acks, Durability.FSYNCED));
    for (int i = 0; i < names.size(); i++) {
      if (results.get(i).outcome() != SettleOutcome.ACKED) {
        throw new IllegalStateException(names.get(i) + " was answered " + results.get(i));
      }
    }
    journal.all('A', names);
    said(names.size());
  }

  private void cancel(Random random) throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(10); i > 0 && !later.isEmpty(); i--) {
      String id = random.nextBoolean() ? later.pollFirst() : later.pollLast();
      if (id != null) {
        names.add(id);
      }
    }
    journal.all('x', names);
    List<Cancelled> results = answer(engine.cancel(QUEUE, names, Durability.FSYNCED));
    List<String> gone = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (results.get(i).outcome() == CancelOutcome.CANCELLED) {
        gone.add(names.get(i));
      }
    }
    journal.all('X', gone);
    said(gone.size());
  }
}
