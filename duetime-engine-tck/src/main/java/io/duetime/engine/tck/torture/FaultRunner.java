package io.duetime.engine.tck.torture;

import io.duetime.DuetimeException;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.Proxy.Mode;
import io.duetime.time.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries out a plan. Faults overlap, but those of one target do not: the later is left out. */
final class FaultRunner {
  private static final int MOST_SHARDS = 4;
  private static final long LOOK_MILLIS = 500;
  private static final long START_MILLIS = 60_000;

  private final TestedStore store;
  private final TortureClients clients;
  private final FaultLog log = new FaultLog();
  private final Map<Object, ReentrantLock> locks = new ConcurrentHashMap<>();

  private int ended;

  FaultRunner(TestedStore store, TortureClients clients) {
    this.store = store;
    this.clients = clients;
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
      Pause.millis(start + fault.atMillis() - System.currentTimeMillis());
      restartTheDead();
      Thread thread = new Thread(() -> run(fault), fault.kind().name());
      thread.start();
      running.add(thread);
    }
    while (System.currentTimeMillis() < start + timeMillis) {
      Pause.millis(Math.min(LOOK_MILLIS, start + timeMillis - System.currentTimeMillis()));
      restartTheDead();
    }
    running.forEach(Threads::awaitEnd);
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
      case KILL_CLIENT -> kill(fault, fault.pick(clients.processes()), () -> true);
      case KILL_STORE -> kill(fault, fault.pick(store.processes), store::isReady);
      case PAUSE_CLIENT -> pause(fault, fault.pick(clients.processes()));
      case PAUSE_STORE -> pause(fault, fault.pick(store.processes));
      case CLOCK -> moveClock(fault, fault.pick(clients.processes()));
      case DELAY -> disturb(fault, proxy -> proxy.disturb(Mode.DELAY, 20 + fault.pick() % 400));
      case LOSS -> disturb(fault, proxy -> proxy.disturb(Mode.SWALLOW_BOTH, 0));
      case ONE_WAY -> disturb(fault, proxy -> proxy.disturb(Mode.SWALLOW_ANSWERS, 0));
      case HALF_OPEN -> disturb(fault, Proxy::halfOpen);
      case CUT -> disturb(fault, proxy -> proxy.disturb(Mode.REFUSE, 0));
      case DISK_FULL -> during(fault, store, () -> store.strike(fault), this::relieve);
      case FAIL_OVER, MOVE_SLOT -> during(fault, store, () -> store.strike(fault), () -> {});
      case RESHARD -> during(fault, store, () -> reshard(fault.pick()), () -> {});
    }
  }

  // What begins a fault answers what it has hit, or null if it was not possible. A target works
  // before its next fault: a slow machine would only start processes again otherwise.
  private void during(Fault fault, Object target, Supplier<@Nullable String> begin, Runnable end) {
    ReentrantLock lock = lock(target);
    if (!lock.tryLock()) {
      log.leaveOut();
      return;
    }
    try {
      if (target instanceof Child child && clients.isStarting(child)) {
        log.leaveOut();
        return;
      }
      long start = System.currentTimeMillis();
      String hit = begin.get();
      if (hit != null) {
        Pause.millis(fault.millis());
        end.run();
        log.add(new FaultLog.Entry(fault.kind(), hit, start, System.currentTimeMillis()));
      }
    } finally {
      lock.unlock();
    }
  }

  private static Supplier<@Nullable String> hitting(String name, Runnable begin) {
    return () -> {
      begin.run();
      return name;
    };
  }

  // The fault lasts until what was killed is ready again, which a busy machine takes long for.
  private void kill(Fault fault, Child child, BooleanSupplier ready) {
    Runnable restart =
        () -> {
          child.start();
          Pause.until(START_MILLIS, ready);
        };
    during(fault, child, hitting(child.name(), child::kill), restart);
  }

  private void pause(Fault fault, Child child) {
    during(fault, child, hitting(child.name(), child::pause), child::resume);
  }

  private void moveClock(Fault fault, Child client) {
    if (!TortureClients.mayHaveMovedClock(client)) {
      return;
    }
    // A third each ahead, behind and right again.
    long millis = (fault.pick() % 3 - 1) * (500L + fault.pick() % 30_000);
    Runnable kill =
        () -> {
          client.kill();
          clients.moveClock(client, millis);
        };
    during(fault, client, hitting(client.name() + " " + millis + " ms", kill), client::start);
  }

  private void disturb(Fault fault, Consumer<Proxy> how) {
    Proxy proxy = fault.pick(store.proxies);
    during(fault, proxy, hitting("proxy", () -> how.accept(proxy)), proxy::heal);
  }

  private void relieve() {
    store.relieve();
    Pause.until(START_MILLIS, store::isReady);
  }

  private @Nullable String reshard(int pick) {
    try (Engine engine = TestedStore.connect(store.directUri)) {
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
