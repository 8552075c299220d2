package io.duetime.internal.client.call;

import io.duetime.DuetimeSettings;
import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.internal.time.SystemTime;
import io.duetime.internal.time.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Provides what the settings of a store leave open, and ends it again. */
public final class StoreResources {
  private static final RandomGenerator RANDOM = () -> ThreadLocalRandom.current().nextLong();

  private final DuetimeSettings settings;
  private final List<Runnable> ends = new ArrayList<>();

  /** Resources as the settings give them; the others begin with {@link #context}. */
  public StoreResources(DuetimeSettings settings) {
    this.settings = settings;
  }

  /** The context of a client over an engine. */
  public ClientContext context(Engine engine, Pace pace) {
    TimeSource time = settings.time().orElseGet(this::systemTime);
    boolean inThisProcess = !engine.capabilities().shared();
    return new ClientContext(
        new TimedEngine(engine, time, settings.answerWithin()),
        time,
        new StoreClock(time, inThisProcess),
        settings.executor().orElseGet(this::callbackThreads),
        settings.executor().orElse(null),
        settings.random().orElse(RANDOM),
        new Listeners(settings.listeners()),
        pace);
  }

  /** The name given, or the process's id and host. */
  public String processName() {
    return settings.name().orElseGet(StoreResources::processIdAndHost);
  }

  /** Ends what was not given. */
  public void close() {
    ends.forEach(Runnable::run);
  }

  private TimeSource systemTime() {
    SystemTime time = new SystemTime();
    ends.add(time::close);
    return time;
  }

  private Executor callbackThreads() {
    ExecutorService threads = Threads.elastic("duetime-callback");
    ends.add(threads::shutdown);
    return threads;
  }

  private static String processIdAndHost() {
    String name = ProcessHandle.current().pid() + "@" + HostName.find();
    return name.substring(0, Math.min(name.length(), Limits.MAX_TEXT_BYTES));
  }
}
