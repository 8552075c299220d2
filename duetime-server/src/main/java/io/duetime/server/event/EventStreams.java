package io.duetime.server.event;

import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.server.event.EventFeed.EventPosition;
import io.duetime.server.event.EventFeed.FeedState;
import io.duetime.server.problem.ProblemKeeper.Judgement;
import io.duetime.server.problem.WarningKeeper;
import io.duetime.server.task.TaskKeeper;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends events (server-sent events) to callers that stay connected. Looks at the store every second
 * while there are any. A caller that does not read gets nothing until it does, then what has
 * changed; if it does not read for a minute, it is disconnected. Thread safe.
 */
public final class EventStreams {
  /** The most callers at a time. */
  public static final int MAX_STREAMS = 1_000;

  /** The most of them with one token. */
  public static final int MAX_STREAMS_OF_TOKEN = 250;

  private static final long LOOK_MILLIS = 1_000;
  private static final int MAX_STUCK_LOOKS = 60;
  private static final int ALIVE_LOOKS = 15;
  private static final int MAX_UNREAD_BYTES = 1 << 20;

  /** A look that is not answered after so many others would have begun. */
  private static final int LATE_LOOKS = 3;

  private static final String AWAY = "event: store\ndata: {\"answers\":false}\n\n";
  private static final String BACK = "event: store\ndata: {\"answers\":true}\n\n";

  private final EventFeed feed;
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private final AtomicInteger missedLooks = new AtomicInteger();
  private volatile boolean isStopping;

  /** Looks again and again on timers of {@code vertx}. */
  public EventStreams(
      Vertx vertx,
      Engine engine,
      TaskKeeper tasks,
      WarningKeeper warnings,
      QueueBriefs briefs,
      Supplier<Judgement> problems) {
    this.feed = new EventFeed(engine, tasks, warnings, briefs, problems);
    vertx.setPeriodic(LOOK_MILLIS, again -> lookAgain());
  }

  /** Whether there is no room for a further stream of a caller. */
  public boolean isFull(Caller caller) {
    return isStopping
        || streams.size() >= MAX_STREAMS
        || (caller.isNamed() && ofToken(caller.name()) >= MAX_STREAMS_OF_TOKEN);
  }

  private long ofToken(String name) {
    return streams.stream().filter(one -> one.reader.caller().name().equals(name)).count();
  }

  /**
   * Begins a stream; the first look sends what is known.
   *
   * @param lastEventId the last event that the caller knows, or null
   * @param reader the caller, and the queues whose counts it wants
   * @throws io.duetime.InvalidRequestException if it is no id of an event
   */
  public void begin(HttpServerRequest request, @Nullable String lastEventId, EventReader reader) {
    Stream stream = new Stream(request, new EventPosition(lastEventId, reader), reader);
    stream.begin();
    streams.add(stream);
    if (request.response().closed()) {
      streams.remove(stream);
    }
    look();
  }

  /** Begins an answer that is sent as it grows. */
  public static void begin(HttpServerResponse response, String contentType) {
    response.setChunked(true).putHeader("Content-Type", contentType);
    response.putHeader("Cache-Control", "no-store");
    // nginx would keep the parts until its buffer is full.
    response.putHeader("X-Accel-Buffering", "no");
    response.exceptionHandler(broken -> {});
  }

  private void lookAgain() {
    if (!isLooking.get()) {
      missedLooks.set(0);
      look();
    } else if (missedLooks.incrementAndGet() >= LATE_LOOKS) {
      streams.forEach(stream -> stream.send(null));
    }
  }

  private void look() {
    if (streams.isEmpty() || !isLooking.compareAndSet(false, true)) {
      return;
    }
    // A stream that begins during the look may want other queues, so the next look serves it.
    List<Stream> served = List.copyOf(streams);
    List<EventReader> readers = served.stream().map(one -> one.reader).toList();
    Stages.onCompletion(
        Stages.call(() -> feed.look(readers)),
        (state, failure) -> {
          isLooking.set(false);
          served.forEach(stream -> stream.send(failure == null ? state : null));
        });
  }

  /** Ends all streams; their callers connect again, to another server. */
  public void stopping() {
    isStopping = true;
    streams.forEach(Stream::end);
  }

  private final class Stream {
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Context context;
    private final EventPosition position;
    private final EventReader reader;
    // Used by the event loop only: looks since the last event, and since the caller has read.
    private int quietLooks;
    private int stuckLooks;
    private boolean isStoreAway;

    Stream(HttpServerRequest request, EventPosition position, EventReader reader) {
      this.request = request;
      this.response = request.response();
      this.context = Objects.requireNonNull(Vertx.currentContext());
      this.position = position;
      this.reader = reader;
    }

    void begin() {
      EventStreams.begin(response, "text/event-stream");
      response.setWriteQueueMaxSize(MAX_UNREAD_BYTES);
      response.closeHandler(closed -> streams.remove(this));
      response.write("retry: 3000\n\n");
    }

    /** Sends what has changed; null if the store does not answer. */
    void send(@Nullable FeedState state) {
      context.runOnContext(now -> {
        if (response.closed() || response.ended()) {
          streams.remove(this);
        } else if (response.writeQueueFull()) {
          disconnectIfStuck();
        } else {
          stuckLooks = 0;
          write(news(state));
        }
      });
    }

    private String news(@Nullable FeedState state) {
      boolean wasAway = isStoreAway;
      isStoreAway = state == null;
      if (state == null) {
        return wasAway ? "" : AWAY;
      }
      return wasAway ? BACK + position.advance(state) : position.advance(state);
    }

    private void write(String events) {
      quietLooks = events.isEmpty() ? quietLooks + 1 : 0;
      if (!events.isEmpty()) {
        response.write(Buffer.buffer(events));
      } else if (quietLooks % ALIVE_LOOKS == 0) {
        response.write(": alive\n\n");
      }
    }

    private void disconnectIfStuck() {
      stuckLooks++;
      if (stuckLooks > MAX_STUCK_LOOKS) {
        streams.remove(this);
        request.connection().close();
      }
    }

    void end() {
      streams.remove(this);
      context.runOnContext(now -> {
        if (!response.ended() && !response.closed()) {
          response.end();
        }
      });
    }
  }

  /**
   * A caller of an event stream, and what it may be told.
   *
   * @param pattern the queues whose counts it wants
   */
  public record EventReader(Caller caller, QueuePattern pattern) {
    /** Whether it gets the counts of a queue. */
    boolean counts(String queue) {
      return pattern.matches(queue) && caller.may(Role.READ, queue);
    }

    /** Whether it gets what concerns a queue; null for what may name any queue. */
    boolean mayRead(@Nullable String queue) {
      return queue == null ? caller.mayEverywhere(Role.READ) : caller.may(Role.READ, queue);
    }
  }
}
