package io.duetime.wheel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a timing wheel must do, done with sorted maps. */
final class NaiveWheel {
  private final Map<Alarm, Long> deadlines = new HashMap<>();
  private final TreeMap<Long, List<Alarm>> later = new TreeMap<>();
  private final Deque<Alarm> due = new ArrayDeque<>();
  private final Deque<Alarm> dueNextTime = new ArrayDeque<>();
  private long currentMillis;
  private boolean advancing;

  NaiveWheel(long currentMillis) {
    this.currentMillis = currentMillis;
  }

  int size() {
    return deadlines.size();
  }

  long currentMillis() {
    return currentMillis;
  }

  long nextExpiry() {
    if (!due.isEmpty() || !dueNextTime.isEmpty()) {
      return currentMillis;
    }
    return later.isEmpty() ? TimingWheel.NEVER : later.firstKey();
  }

  void schedule(Alarm alarm, long deadlineMillis) {
    deadlines.put(alarm, deadlineMillis);
    if (deadlineMillis > currentMillis) {
      later.computeIfAbsent(deadlineMillis, key -> new ArrayList<>()).add(alarm);
    } else {
      (advancing ? dueNextTime : due).add(alarm);
    }
  }

  boolean cancel(Alarm alarm) {
    Long deadline = deadlines.remove(alarm);
    if (deadline == null) {
      return false;
    }
    if (due.remove(alarm) || dueNextTime.remove(alarm)) {
      return true;
    }
    List<Alarm> others = later.getOrDefault(deadline, List.of());
    others.remove(alarm);
    if (others.isEmpty()) {
      later.remove(deadline);
    }
    return true;
  }

  /** Takes out what an advance must hand out next, null when nothing more is due. */
  @Nullable Alarm advanceToNext(long nowMillis) {
    if (nowMillis < currentMillis) {
      return null;
    }
    advancing = true;
    if (due.isEmpty() && !later.isEmpty() && later.firstKey() <= nowMillis) {
      currentMillis = later.firstKey();
      due.addAll(later.remove(currentMillis));
    }
    Alarm alarm = due.poll();
    if (alarm == null) {
      currentMillis = nowMillis;
    } else {
      deadlines.remove(alarm);
    }
    return alarm;
  }

  void endAdvance() {
    advancing = false;
    due.addAll(dueNextTime);
    dueNextTime.clear();
  }
}
