package io.duetime.engine.tck.history;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.EngineFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Lets a crowd of threads loose on an engine while its clock goes on, drains it, and answers what
 * happened.
 */
public final class CrowdRun {
  private static final String QUEUE = "crowd";
  private static final int PRODUCERS = 3;
  private static final int CONSUMERS = 3;
  private static final int MEDDLERS = 2;

  private final EngineFixture store;
  private final Engine engine;
  private final History history = History.inMemory();

  /**
   * Runs on a store.
   *
   * @param engine the store's engine, or something around it
   */
  public CrowdRun(EngineFixture store, Engine engine) {
    this.store = store;
    this.engine =
        new RecordingEngine(engine, history, () -> Answers.of(store.engine().nowMillis()));
  }

  /** Does so many acts in each of several threads. */
  public List<Event> run(long seed, int acts) {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Consumer<SplittableRandom>> roles = roles();
    CyclicBarrier start = new CyclicBarrier(roles.size());
    together(roles.stream().map(role -> thread(role, acts, seeds.split(), start)).toList());
    return drained();
  }

  /** Does the same on the calling thread, in turns: the same seed always leads to the same. */
  public List<Event> runAlone(long seed, int acts) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Consumer<SplittableRandom>> roles = roles();
    for (int i = 0; i < acts; i++) {
      roles.forEach(role -> act(role, random));
    }
    return drained();
  }

  private List<Consumer<SplittableRandom>> roles() {
    Crowd crowd = new Crowd(engine, QUEUE, "job", engine.capabilities().defaultDurability());
    List<Consumer<SplittableRandom>> roles = new ArrayList<>();
    roles.addAll(Collections.nCopies(PRODUCERS, crowd::produce));
    roles.addAll(Collections.nCopies(CONSUMERS, crowd::consume));
    roles.addAll(Collections.nCopies(MEDDLERS, crowd::meddle));
    roles.add(random -> Answers.of(engine.maintain()));
    return roles;
  }

  // Time goes on with what is done, so that leases end now and then whatever the machine's speed.
  private void act(Consumer<SplittableRandom> role, SplittableRandom random) {
    role.accept(random);
    store.advance(Duration.ofMillis(random.nextInt(3)));
  }

  private Callable<Boolean> thread(
      Consumer<SplittableRandom> role, int acts, SplittableRandom random, CyclicBarrier start) {
    return () -> {
      start.await();
      for (int i = 0; i < acts; i++) {
        act(role, random);
      }
      return true;
    };
  }

  private static void together(List<Callable<Boolean>> roles) {
    ExecutorService threads = Executors.newFixedThreadPool(roles.size());
    try {
      List<Future<Boolean>> running = new ArrayList<>();
      roles.forEach(role -> running.add(threads.submit(role)));
      for (Future<Boolean> one : running) {
        one.get();
      }
    } catch (ExecutionException failed) {
      throw new AssertionError("one of the crowd failed", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", interrupted);
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Event> drained() {
    Drain.run(engine, QUEUE, store::advance, history);
    return history.events();
  }
}
