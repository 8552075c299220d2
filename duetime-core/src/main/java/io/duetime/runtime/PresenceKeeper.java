package io.duetime.runtime;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.server.Documents.DocumentResult.Outcome;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.PresenceReader;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the {@link Presence} of this process every few seconds, while there is something to
 * tell. A failure is repeated with the next period, as the document only tells of now.
 */
final class PresenceKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PresenceKeeper.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);

  /** How often the store is asked for its clock. */
  private static final int CLOCK_PERIODS = 12;

  /** How many periods an older server, which knows no presence, is left alone. */
  private static final int UNSUPPORTED_PERIODS = 12;

  private final ClientContext context;
  private final Supplier<Presence> presence;
  private final Serial serial;

  private volatile String document = "";

  // Touched by events of the serial alone.
  private long version = Document.ABSENT;
  private long periods;
  private int periodsLeftOut;
  private boolean started;
  private boolean closed;
  private boolean underWay;
  private @Nullable Timer timer;

  /** Publishes nothing yet. */
  PresenceKeeper(ClientContext context, Supplier<Presence> presence) {
    this.context = context;
    this.presence = presence;
    this.serial = new Serial(context.callbacks());
  }

  /** Starts to publish. May be called twice. */
  void start() {
    serial.run(() -> {
      if (!started && !closed) {
        started = true;
        document = Long.toHexString(context.random().nextLong());
        publish();
      }
    });
  }

  /** The name of its document; empty before it is known. */
  String document() {
    return document;
  }

  private void publish() {
    if (closed) {
      return;
    }
    timer = context.time().after(PERIOD, () -> serial.run(this::publish));
    if (periodsLeftOut > 0) {
      periodsLeftOut--;
      return;
    }
    Presence now = presence.get();
    if (underWay || (now.isEmpty() && version == Document.ABSENT)) {
      return;
    }
    underWay = true;
    Stages.whenAnswered(
        Stages.call(() -> clock().thenCompose(known -> published(now))),
        result -> serial.run(() -> published(result)),
        failure -> serial.run(() -> failed(failure)));
  }

  /** Asks for the clock at times; for the first time also deletes what dead processes left. */
  private CompletionStage<Boolean> clock() {
    // A server has the clock of its store, and deletes what clients have left.
    if (context.engine().capabilities().served() || periods++ % CLOCK_PERIODS != 0) {
      return Stages.done(true);
    }
    long sent = context.time().nanoTime();
    return context
        .engine()
        .nowMillis()
        .thenCompose(now -> {
          context.learnClock(now, sent);
          return version == Document.ABSENT
              ? PresenceReader.readAndClean(context.engine(), now).thenApply(read -> true)
              : Stages.done(true);
        });
  }

  private CompletionStage<DocumentResult> published(Presence now) {
    return now.isEmpty()
        ? context.engine().deleteDocument(Presence.COLLECTION, document, version)
        : context
            .engine()
            .putDocument(
                Presence.COLLECTION,
                document,
                version,
                now.at(context.clock().now().toEpochMilli()).encode());
  }

  // A document that another process has deleted as old is put again as a new one.
  private void published(DocumentResult result) {
    underWay = false;
    version = result.outcome() == Outcome.FULL ? Document.ABSENT : result.version();
  }

  private void failed(Throwable failure) {
    underWay = false;
    if (Stages.cause(failure) instanceof DuetimeException known
        && known.code() == ErrorCode.UNSUPPORTED) {
      periodsLeftOut = UNSUPPORTED_PERIODS; // an older server, which may be replaced
    }
    LOG.debug("Could not publish the presence of this process; it is tried again", failure);
  }

  /** Stops, and deletes the document if the store still answers. */
  void close() {
    serial.run(() -> {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
      if (version != Document.ABSENT) {
        Stages.onCompletion(
            Stages.call(
                () -> context.engine().deleteDocument(Presence.COLLECTION, document, version)),
            (result, failure) -> {});
      }
    });
  }
}
