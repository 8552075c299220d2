package io.duetime.runtime.work;

import static io.duetime.testing.Races.require;

import io.duetime.testing.Races;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SlotsRacesTest {
  /** What the test needs of slots, of which there is one. */
  private interface Room {
    boolean take();

    void giveBack();
  }

  private static final class Sound implements Room {
    private final Slots slots = new Slots(1);

    @Override
    public boolean take() {
      int taken = slots.reserve(1);
      if (taken > 0) {
        slots.use(1, Duration.ofMillis(10).toNanos());
        slots.begun();
      }
      return taken > 0;
    }

    @Override
    public void giveBack() {
      slots.ended();
      slots.settled();
    }
  }

  /** Looks for room and takes it in two steps. */
  private static final class Unguarded implements Room {
    private final AtomicInteger taken = new AtomicInteger();

    @Override
    public boolean take() {
      if (taken.get() == 0) {
        taken.incrementAndGet();
        return true;
      }
      return false;
    }

    @Override
    public void giveBack() {
      taken.decrementAndGet();
    }
  }

  private static void twoWhoWantTheOnlySlot(Room room) {
    AtomicInteger running = new AtomicInteger();
    Runnable work =
        () -> {
          if (room.take()) {
            require(running.incrementAndGet() == 1, "two handlers in one slot");
            running.decrementAndGet();
            room.giveBack();
          }
        };
    Races.together(work, work);
    require(room.take(), "the slot was not given back");
  }

  @Test
  void aSlotIsTakenOnce() {
    Races.check(Races.SOME, () -> twoWhoWantTheOnlySlot(new Sound()));
  }

  @Test
  @Tag("full")
  void aSlotIsTakenOnceInManyOrders() {
    Races.check(Races.MANY, () -> twoWhoWantTheOnlySlot(new Sound()));
  }

  @Test
  void aSlotThatIsTakenTwiceIsFound() {
    Races.assertFound(() -> twoWhoWantTheOnlySlot(new Unguarded()));
  }
}
