package io.duetime.runtime.call;

import io.duetime.DuetimeSettings;
import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.Worker;
import io.duetime.engine.Engine;
import io.duetime.runtime.call.PresenceReader.Own;
import io.duetime.runtime.dataloss.LossKeeper;
import io.duetime.time.SystemTime;
import io.duetime.time.Threads;
import io.duetime.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides the time, threads and name that the settings of a store do not give, and closes them.
 */
public final class StoreResources {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final RandomGenerator RANDOM = () -> ThreadLocalRandom.current().nextLong();

  private final DuetimeSettings settings;
  private final List<Runnable> ends = new ArrayList<>();
  private volatile Supplier<Own> own = () -> Own.NONE;

  /** Creates resources for settings; the missing ones start with {@link #context}. */
  public StoreResources(DuetimeSettings settings) {
    this.settings = settings;
  }

  /** Creates the context of a client over an engine. */
  public ClientContext context(Engine engine, ClientContext.Pace pace) {
    TimeSource time = settings.time().orElseGet(this::systemTime);
    Executor callbacks = settings.executor().orElseGet(this::callbackThreads);
    Listeners listeners = listeners(callbacks, time);
    boolean inThisProcess = !engine.capabilities().shared();
    boolean mayLose = engine.capabilities().shared() && !engine.capabilities().served();
    Engine store =
        mayLose
            ? new LossKeeper(engine, time, queue -> listeners.notify(one -> one.dataLost(queue)))
            : engine;
    PresenceReader presence =
        new PresenceReader(store, time, settings.answerWithin(), () -> own.get());
    FailureLog failures = new FailureLog(time, LOG::warn);
    ends.add(0, failures::flush);
    return new ClientContext(
        new TimedEngine(store, time, settings.answerWithin(), listeners, presence),
        time,
        new StoreClock(time, inThisProcess),
        callbacks,
        settings.executor().orElse(null),
        settings.random().orElse(RANDOM),
        listeners,
        pace,
        failures);
  }

  private Listeners listeners(Executor callbacks, TimeSource time) {
    // One thread runs everything in virtual time: a mailbox would tell later what a test asserts.
    return time instanceof VirtualTime
        ? new Listeners(settings.listeners())
        : new Listeners(settings.listeners(), callbacks, time);
  }

  /** Takes what is known of this process from a source. */
  public void own(Supplier<Own> source) {
    own = source;
  }

  /** Returns the name given, or the process id and host. */
  public String processName() {
    return settings.name().orElseGet(StoreResources::processIdAndHost);
  }

  /** Closes the resources that the settings did not give. */
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
