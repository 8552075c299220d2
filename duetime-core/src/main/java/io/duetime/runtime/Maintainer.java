package io.duetime.runtime;

import io.duetime.DuetimeException;
import io.duetime.async.Alarm;
import io.duetime.async.Pauses;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.Maintenance;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the maintenance of an open store, one step after the other: at the time that the last step
 * named, and at least as often as {@link ClientContext.Pace#maintenance}.
 */
final class Maintainer {
  private static final Logger LOG = LoggerFactory.getLogger(Maintainer.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** The shortest pause after a step that found nothing to do. */
  private static final Duration BREATH = Duration.ofMillis(1);

  private final ClientContext context;
  private final Serial serial;

  // Touched by events of the serial alone.
  private final Alarm alarm;
  private final Pauses pauses;
  private boolean underWay;
  private boolean closed;

  Maintainer(ClientContext context) {
    this.context = context;
    this.serial = new Serial(context.callbacks());
    this.alarm = new Alarm(context.time(), () -> serial.run(this::onAlarm));
    this.pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
  }

  /** Starts the maintenance, or runs a step at once if something may have changed. */
  void look() {
    serial.run(() -> {
      alarm.ringIn(Duration.ZERO);
      step();
    });
  }

  /** Stops after the step that is under way. */
  void close() {
    serial.run(() -> {
      closed = true;
      alarm.disarm();
    });
  }

  private void onAlarm() {
    alarm.disarm();
    step();
  }

  private void step() {
    if (closed || underWay) {
      return;
    }
    if (!alarm.isDue()) {
      alarm.arm();
      return;
    }
    underWay = true;
    alarm.asked();
    Stages.whenAnswered(
        Stages.call(() -> context.engine().maintain()),
        done -> ended(() -> succeeded(done)),
        failure -> ended(() -> failed(failure)));
  }

  private void ended(Runnable answer) {
    serial.run(() -> {
      underWay = false;
      answer.run();
      step();
    });
  }

  private void succeeded(Maintenance done) {
    if (pauses.isFailing()) {
      LOG.info("Maintenance of the store works again");
    }
    pauses.succeeded();
    alarm.answered(pause(done));
  }

  private Duration pause(Maintenance done) {
    Duration until = context.clock().until(done.comeBackAtMillis());
    boolean idle = done.equals(comingBackAt(done));
    if (idle && until.compareTo(BREATH) < 0) {
      return BREATH;
    }
    Duration longest = context.pace().maintenance();
    return until.compareTo(longest) < 0 ? until : longest;
  }

  private static Maintenance comingBackAt(Maintenance done) {
    return Maintenance.NOTHING.comeBackAt(done.comeBackAtMillis());
  }

  private void failed(DuetimeException failure) {
    if (!closed && !pauses.isFailing()) {
      LOG.warn(
          "Maintenance of the store failed; the next attempt follows by itself: {}",
          failure.getMessage());
    }
    alarm.pause(pauses.next());
  }
}
