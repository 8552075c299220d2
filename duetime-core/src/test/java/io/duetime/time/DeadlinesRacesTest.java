package io.duetime.time;

import static io.duetime.testing.Races.require;

import io.duetime.TimeSource;
import io.duetime.testing.Races;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who opens something while the timer looks must not be overlooked: a wake-up would be lost. */
class DeadlinesRacesTest {
  /** Timers fire when a thread asks for it, all late. */
  private static final class LateTime implements TimeSource {
    private final Queue<Runnable> timers = new ConcurrentLinkedQueue<>();
    private volatile long nanos;

    @Override
    public Instant instant() {
      return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
      timers.add(task);
      return () -> timers.remove(task);
    }

    boolean fire() {
      Runnable timer = timers.poll();
      if (timer != null) {
        timer.run();
      }
      return timer != null;
    }
  }

  private static final Duration LIMIT = Duration.ofNanos(10);

  private static void oneOpensWhileTheTimerLooks(LateTime time, Consumer<Runnable> open) {
    AtomicInteger ended = new AtomicInteger();
    open.accept(ended::incrementAndGet);
    time.nanos = 100;
    Races.together(time::fire, () -> open.accept(ended::incrementAndGet));
    time.nanos = 200;
    while (time.fire()) {
      // Until no timer is left.
    }
    require(ended.get() == 2, "ended: " + ended);
  }

  private static void sound() {
    LateTime time = new LateTime();
    Deadlines deadlines = new Deadlines(time);
    oneOpensWhileTheTimerLooks(time, end -> deadlines.open(LIMIT, end));
  }

  @Test
  void nothingThatIsOpenIsOverlooked() {
    Races.check(Races.SOME, DeadlinesRacesTest::sound);
  }

  @Test
  @Tag("full")
  void nothingThatIsOpenIsOverlookedInManyOrders() {
    Races.check(Races.MANY, DeadlinesRacesTest::sound);
  }

  /** Says that it no longer sleeps after it has looked, instead of before. */
  private static final class Forgetful {
    private final TimeSource time;
    private final Queue<Runnable> open = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean planned = new AtomicBoolean();

    Forgetful(TimeSource time) {
      this.time = time;
    }

    void open(Runnable end) {
      open.add(end);
      if (planned.compareAndSet(false, true)) {
        time.after(LIMIT, this::look);
      }
    }

    private void look() {
      for (Runnable end : List.copyOf(open)) {
        open.remove(end);
        end.run();
      }
      planned.set(false);
    }
  }

  @Test
  void anOverlookedOneIsFound() {
    Races.assertFound(() -> {
      LateTime time = new LateTime();
      oneOpensWhileTheTimerLooks(time, new Forgetful(time)::open);
    });
  }
}
