package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.engine.Maintenance;
import io.duetime.internal.async.Alarm;
import io.duetime.internal.async.Pauses;
import io.duetime.internal.async.Serial;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import io.duetime.internal.client.call.Pace;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has an open store do what must happen by itself, whenever it said there would be something, and
 * in any case as often as {@link Pace#maintenance}; one step after the other.
 */
final class Maintainer {
  private static final Logger LOG = LoggerFactory.getLogger(Maintainer.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** After a step that found nothing to do, however soon it is told to come back. */
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
    this.alarm = new Alarm(context.time(), () -> serial.run(this::rung));
    this.pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
  }

  /** Begins, or looks at once because there may be something new. */
  void look() {
    serial.run(() -> {
      alarm.hear(Duration.ZERO);
      step();
    });
  }

  /** Ends; a step under way goes to its end. */
  void close() {
    serial.run(() -> {
      closed = true;
      alarm.disarm();
    });
  }

  private void rung() {
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
          "Maintenance of the store failed; it is tried again by itself: {}", failure.getMessage());
    }
    alarm.pause(pauses.next());
  }
}
