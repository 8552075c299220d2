package io.duetime.async;

import static io.duetime.testing.Races.require;

import io.duetime.testing.Races;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SerialRacesTest {
  private static final class Count {
    // Without protection of its own: events run one at a time, and see what earlier ones did.
    private int events;
  }

  private static void eventsOfTwoThreads(Consumer<Runnable> loop) {
    Count count = new Count();
    Runnable one = () -> loop.accept(() -> count.events++);
    Races.together(one, one);
    require(count.events == 2, "events: " + count.events);
  }

  private static Consumer<Runnable> serial() {
    return new Serial(task -> {
      throw new RejectedExecutionException();
    })
        ::run;
  }

  @Test
  void eventsRunOneAtATimeAndNoneIsForgotten() {
    Races.check(Races.SOME, () -> eventsOfTwoThreads(serial()));
  }

  @Test
  @Tag("full")
  void eventsRunOneAtATimeAndNoneIsForgottenInManyOrders() {
    Races.check(Races.MANY, () -> eventsOfTwoThreads(serial()));
  }

  /** Between the last look for events and the end of its turn, an event is left to nobody. */
  private static final class Forgetful {
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    void run(Runnable event) {
      events.add(event);
      if (busy.compareAndSet(false, true)) {
        for (Runnable next = events.poll(); next != null; next = events.poll()) {
          next.run();
        }
        busy.set(false);
      }
    }
  }

  @Test
  void aLoopThatForgetsAnEventIsFound() {
    Races.assertFound(() -> eventsOfTwoThreads(new Forgetful()::run));
  }
}
