package io.duetime.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.wheel.WheelLevels.WheelSlot;
import java.util.ArrayList;
import java.util.List;

/** Checks that everything inside a wheel fits together. */
@SuppressWarnings("ReferenceEquality") // a link is an identity
final class WheelStructure {
  private final TimingWheel<?> wheel;
  private int timers;

  private WheelStructure(TimingWheel<?> wheel) {
    this.wheel = wheel;
  }

  static void check(TimingWheel<?> wheel) {
    new WheelStructure(wheel).check();
  }

  private void check() {
    checkDue(wheel.due);
    checkDue(wheel.dueNextTime);
    for (int level = 0; level < WheelLevels.LEVELS; level++) {
      checkLevel(level);
    }
    assertThat(wheel.size()).as("size").isEqualTo(timers);
  }

  private void checkDue(TimerList list) {
    assertThat(list.seam).as("seam of what is due").isSameAs(list);
    for (WheelTimer timer : timersOf(list)) {
      assertThat(timer.deadlineMillis).as("due").isLessThanOrEqualTo(wheel.currentMillis);
    }
  }

  private void checkLevel(int level) {
    long occupied = 0;
    for (int digit = 0; digit < WheelLevels.SLOTS; digit++) {
      int position = level * WheelLevels.SLOTS + digit;
      WheelSlot slot = wheel.levels.slots[position];
      if (slot != null && checkSlot(position, slot)) {
        occupied |= 1L << digit;
      }
    }
    assertThat(wheel.levels.occupiedSlots[level])
        .as("slots of level %d", level)
        .isEqualTo(occupied);
    assertThat((wheel.levels.occupiedLevels >>> level) & 1)
        .as("level %d", level)
        .isEqualTo(occupied == 0 ? 0 : 1);
  }

  private boolean checkSlot(int position, WheelSlot slot) {
    List<WheelTimer> timers = timersOf(slot);
    long earliest = Long.MAX_VALUE;
    for (WheelTimer timer : timers) {
      assertThat(timer.deadlineMillis).as("not due").isGreaterThan(wheel.currentMillis);
      assertThat(WheelLevels.positionOf(timer.deadlineMillis, wheel.currentMillis))
          .as("position of %s", timer)
          .isEqualTo(position);
      earliest = Math.min(earliest, timer.deadlineMillis);
    }
    if (slot.stale) {
      assertThat(slot.deadlineMillis).as("bound of slot").isLessThanOrEqualTo(earliest);
    } else {
      assertThat(slot.deadlineMillis).as("earliest of slot").isEqualTo(earliest);
    }
    if (slot.seam != slot) {
      assertThat(timers).as("seam").contains(slot.seam);
    }
    return !timers.isEmpty();
  }

  private List<WheelTimer> timersOf(TimerList list) {
    List<WheelTimer> found = new ArrayList<>();
    WheelTimer timer = list;
    do {
      assertThat(timer.next.previous).as("link back to %s", timer).isSameAs(timer);
      timer = timer.next;
      found.add(timer);
    } while (timer != list);
    found.remove(list);
    timers += found.size();
    return found;
  }
}
