package io.duetime.engine.tck.torture;

import io.duetime.DuetimeException;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.Proxy.Mode;
import io.duetime.runtime.EngineOpener;
import io.duetime.time.SystemTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Carries out a plan. Faults overlap, but a target has one at a time. */
final class FaultRunner {
  private static final int MOST_SHARDS = 4;
  private static final long SHORT_MILLIS = 50;
  private static final long START_MILLIS = 60_000;

  private final TestedStore store;
  private final TortureClients clients;
  private final @Nullable String clockLibrary;
  private final FaultLog log = new FaultLog();
  private final Map<Object, ReentrantLock> locks = new ConcurrentHashMap<>();

  private int ended;

  FaultRunner(TestedStore store, TortureClients clients, @Nullable String clockLibrary) {
    this.store = store;
    this.clients = clients;
    this.clockLibrary = clockLibrary;
  }

  FaultLog log() {
    return log;
  }

  /** How often a client ended by itself, which none should. */
  int ended() {
    return ended;
  }

  /** Runs for a time and ends when all faults are over. */
  void run(List<Fault> plan, long timeMillis) {
    long start = System.currentTimeMillis();
    List<Thread> running = new ArrayList<>();
    for (Fault fault : plan) {
      Pause.millis(Math.max(0, start + fault.atMillis() - System.currentTimeMillis()));
      restartTheDead();
      Thread thread = new Thread(() -> run(fault), fault.kind().name());
      thread.start();
      running.add(thread);
    }
    while (System.currentTimeMillis() < start + timeMillis) {
      Pause.millis(Math.min(500, Math.max(1, start + timeMillis - System.currentTimeMillis())));
      restartTheDead();
    }
    for (Thread thread : running) {
      while (thread.isAlive()) {
        Pause.millis(SHORT_MILLIS);
      }
    }
  }

  // A client that ended by itself is started again, as by an operator; its log says why.
  private void restartTheDead() {
    for (Child client : clients.processes()) {
      ReentrantLock lock = lock(client);
      if (lock.tryLock()) {
        try {
          if (!client.isAlive()) {
            ended++;
          }
          client.start();
        } finally {
          lock.unlock();
        }
      }
    }
  }

  private ReentrantLock lock(Object target) {
    return locks.computeIfAbsent(target, any -> new ReentrantLock());
  }

  private void run(Fault fault) {
    switch (fault.kind()) {
      case KILL_CLIENT -> kill(fault, pick(fault, clients.processes()), () -> true);
      case KILL_STORE -> kill(fault, pick(fault, store.processes), store::isReady);
      case PAUSE_CLIENT -> pause(fault, pick(fault, clients.processes()));
      case PAUSE_STORE -> pause(fault, pick(fault, store.processes));
      case CLOCK -> moveClock(fault);
      case DELAY, LOSS, ONE_WAY, HALF_OPEN, CUT -> disturb(fault);
      default -> strike(fault);
    }
  }

  private static Child pick(Fault fault, List<Child> processes) {
    return processes.get(fault.pick() % processes.size());
  }

  private void during(Fault fault, Object target, String name, Runnable begin, Runnable end) {
    ReentrantLock lock = lock(target);
    lock.lock();
    try {
      long start = System.currentTimeMillis();
      begin.run();
      Pause.millis(fault.millis());
      end.run();
      log.add(new FaultLog.Entry(fault.kind(), name, start, System.currentTimeMillis()));
    } finally {
      lock.unlock();
    }
  }

  // The fault lasts until what was killed is ready again, which a busy machine takes long for.
  private void kill(Fault fault, Child child, BooleanSupplier ready) {
    Runnable restart =
        () -> {
          child.start();
          Pause.until(START_MILLIS, ready);
        };
    during(fault, child, child.name(), child::kill, restart);
  }

  private void pause(Fault fault, Child child) {
    during(fault, child, child.name(), child::pause, child::resume);
  }

  private void moveClock(Fault fault) {
    Child client = pick(fault, clients.processes());
    String library = clockLibrary;
    if (library == null || !TortureClients.mayHaveMovedClock(client)) {
      return;
    }
    // A third each ahead, behind and right again.
    long millis = (fault.pick() % 3 - 1) * (500L + fault.pick() % 30_000);
    during(
        fault,
        client,
        client.name() + " " + millis + " ms",
        () -> {
          client.kill();
          clients.moveClock(client, library, millis);
        },
        client::start);
  }

  private void disturb(Fault fault) {
    Proxy proxy = store.proxies.get(fault.pick() % store.proxies.size());
    Runnable begin =
        switch (fault.kind()) {
          case DELAY -> () -> proxy.disturb(Mode.DELAY, 20 + fault.pick() % 400);
          case LOSS -> () -> proxy.disturb(Mode.SWALLOW_BOTH, 0);
          case ONE_WAY -> () -> proxy.disturb(Mode.SWALLOW_ANSWERS, 0);
          case HALF_OPEN -> proxy::halfOpen;
          default -> () -> proxy.disturb(Mode.REFUSE, 0);
        };
    during(fault, proxy, "proxy", begin, proxy::heal);
  }

  private void strike(Fault fault) {
    ReentrantLock lock = lock(store);
    lock.lock();
    try {
      long start = System.currentTimeMillis();
      String what = fault.kind() == Kind.RESHARD ? reshard(fault.pick()) : store.strike(fault);
      if (what != null) {
        Pause.millis(fault.millis());
        if (fault.kind() == Kind.DISK_FULL) {
          store.relieve();
          Pause.until(START_MILLIS, store::isReady);
        }
        log.add(new FaultLog.Entry(fault.kind(), what, start, System.currentTimeMillis()));
      }
    } finally {
      lock.unlock();
    }
  }

  private @Nullable String reshard(int pick) {
    EngineContext context = new EngineContext(SystemTime.clock(), Map.of());
    try (Engine engine = EngineOpener.open(store.directUri, context)) {
      String queue = pick % 2 == 0 ? TortureClients.MIXED : TortureClients.WORK;
      int shards = 1 + pick / 2 % MOST_SHARDS;
      QueueSettings settings =
          Answers.of(engine.settings(queue)).toBuilder().shards(shards).build();
      Answers.of(engine.configure(queue, settings));
      return queue + " in " + shards;
    } catch (DuetimeException unavailable) {
      return null;
    }
  }
}
