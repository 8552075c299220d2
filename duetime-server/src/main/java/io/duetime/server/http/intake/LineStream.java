package io.duetime.server.http.intake;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.engine.JobSpec;
import io.duetime.server.http.call.BodyDecoder;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.Problem;
import io.duetime.server.json.ResultShape;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Schedules a stream of jobs, one a line, and answers each with a line in the same order.
 *
 * <p>While the engine has one batch, the next is collected. Decoding and reading stop while that
 * one is full, while the caller does not read the answers, or while there is no room for further
 * bytes; a line that finds none for a while is refused. Confined to one event loop.
 */
final class LineStream implements LineSplitter.Sink {
  private static final int MAX_BATCH = 1_000;
  private static final int MAX_GATHERED_BYTES = 4 << 20;
  private static final int MAX_UNREAD_BYTES = 8 << 20;
  // A few bytes in gzip may decode to millions of lines, which must not occupy the event loop.
  private static final int MAX_TURN_BYTES = 256 << 10;
  private static final long ROOM_PAUSE_MILLIS = 50;

  private final HttpServerRequest request;
  private final Context context;
  private final BatchReader reader;
  private final Function<List<JobSpec>, CompletionStage<List<Scheduled>>> schedule;
  private final LineSplitter splitter;
  private final BodyDecoder decoder;
  private final ByteRoom.Part room;
  private final long mostRoomPauses;
  private List<BatchReader.Item> gathered = new ArrayList<>();
  private int gatheredBytes;
  private boolean busy;
  private int busyBytes;
  // What is decoded and has found no room, and for how many pauses.
  private @Nullable Buffer waiting;
  private int roomPauses;
  // Whether a further turn of the event loop goes on decoding.
  private boolean scheduledTurn;
  // Whether all bytes have arrived, and whether all lines have been read.
  private boolean arrived;
  private boolean ended;
  private boolean gone;

  LineStream(
      HttpServerRequest request,
      BatchReader reader,
      Function<List<JobSpec>, CompletionStage<List<Scheduled>>> schedule,
      BodyDecoder decoder,
      HttpLimits limits,
      ByteRoom.Part room) {
    this.request = request;
    this.context = ((HttpServerRequestInternal) request).context();
    this.reader = reader;
    this.schedule = schedule;
    this.splitter = new LineSplitter(limits.maxLine(), this);
    this.decoder = decoder;
    this.mostRoomPauses = limits.bodyPause().toMillis() / ROOM_PAUSE_MILLIS;
    this.room = room;
  }

  void start() {
    request.response().setWriteQueueMaxSize(MAX_UNREAD_BYTES);
    request.response().exceptionHandler(broken -> leave());
    request.response().closeHandler(closed -> leave());
    request.response().drainHandler(read -> goOn());
    request.exceptionHandler(broken -> leave());
    request.handler(part -> {
      if (!ended) {
        decoder.add(part);
        goOn();
      }
    });
    request.endHandler(end -> {
      arrived = true;
      goOn();
    });
  }

  /** Decodes as much as fits into the next batch and into one turn of the event loop. */
  private void decode() {
    int decoded = 0;
    try {
      while (!ended && !isFull()) {
        if (decoded >= MAX_TURN_BYTES) {
          goOnInNextTurn();
          return;
        }
        Buffer part = waiting == null ? decoder.next() : waiting;
        waiting = part;
        if (part != null) {
          if (!takeRoom(part.length())) {
            return;
          }
          decoded += part.length();
          waiting = null;
          splitter.add(part);
          room.set(held());
        } else if (arrived) {
          splitter.end();
          endLines(decoder.isWhole() ? null : "incomplete gzip");
        } else {
          return;
        }
      }
    } catch (InvalidRequestException malformed) {
      endLines(malformed.value());
    }
  }

  /** Takes room, and refuses the unfinished line if there is none for long; false: wait. */
  private boolean takeRoom(int bytes) {
    try {
      room.take(bytes);
      roomPauses = 0;
      return true;
    } catch (Refusal full) {
      if (busy || !gathered.isEmpty()) {
        // Goes on when the batch has been scheduled.
        return false;
      }
      if (roomPauses < mostRoomPauses) {
        awaitRoom();
        return false;
      }
      roomPauses = 0;
      splitter.refuse(full.problem());
      return true;
    }
  }

  private void awaitRoom() {
    if (!scheduledTurn) {
      roomPauses++;
      scheduledTurn = true;
      context
          .owner()
          .setTimer(
              ROOM_PAUSE_MILLIS,
              later -> {
                scheduledTurn = false;
                goOn();
              });
    }
  }

  private int held() {
    return splitter.unfinished() + gatheredBytes + busyBytes;
  }

  private void goOnInNextTurn() {
    if (!scheduledTurn) {
      scheduledTurn = true;
      context.runOnContext(now -> {
        scheduledTurn = false;
        goOn();
      });
    }
  }

  private void endLines(@Nullable String fault) {
    ended = true;
    decoder.close();
    if (fault != null) {
      Problem problem =
          Problem.of(new InvalidRequestException("body", fault, "lines in gzip, to their end"));
      gathered.add(BatchReader.Item.wrong(splitter.number(), null, problem));
    }
  }

  private boolean isFull() {
    return gathered.size() >= MAX_BATCH || gatheredBytes >= MAX_GATHERED_BYTES;
  }

  private void leave() {
    gone = true;
    decoder.close();
    room.set(busyBytes);
  }

  @Override
  public void line(long number, byte[] line) {
    if (isBlank(line)) {
      return;
    }
    gathered.add(reader.read(number, line));
    gatheredBytes += line.length;
  }

  @Override
  public void refused(long number, Problem why) {
    gathered.add(BatchReader.Item.wrong(number, null, why));
  }

  private void goOn() {
    if (gone || request.response().ended()) {
      return;
    }
    if (request.response().writeQueueFull()) {
      // Goes on when the caller has read.
      throttle();
      return;
    }
    decode();
    if (!busy && !gathered.isEmpty()) {
      scheduleGathered();
    } else if (!busy && ended) {
      request.response().end();
      room.release();
      // Bytes behind malformed ones are read and dropped.
      request.resume();
      return;
    }
    throttle();
  }

  private void throttle() {
    if (arrived) {
      return;
    }
    if (isFull() || scheduledTurn || waiting != null || request.response().writeQueueFull()) {
      request.pause();
    } else {
      request.resume();
    }
  }

  private void scheduleGathered() {
    List<BatchReader.Item> batch = gathered;
    gathered = new ArrayList<>();
    busyBytes = gatheredBytes;
    gatheredBytes = 0;
    busy = true;
    List<JobSpec> jobs =
        batch.stream().map(BatchReader.Item::job).filter(Objects::nonNull).toList();
    schedule
        .apply(jobs)
        .whenComplete(
            (results, error) -> context.runOnContext(now -> answer(batch, results, error)));
  }

  private void answer(
      List<BatchReader.Item> batch, @Nullable List<Scheduled> results, @Nullable Throwable error) {
    busy = false;
    busyBytes = 0;
    room.set(gone ? 0 : held());
    if (gone) {
      return;
    }
    Iterator<Scheduled> scheduled = results == null ? null : results.iterator();
    List<JsonShape> answers = new ArrayList<>(batch.size());
    for (BatchReader.Item item : batch) {
      JsonShape shape;
      if (item.problem() != null) {
        shape = ResultShape.refusedLine(item.place(), item.id(), item.problem());
      } else if (scheduled != null) {
        shape = ResultShape.scheduledLine(item.place(), scheduled.next());
      } else {
        shape = ResultShape.refusedLine(item.place(), id(item), Problem.of(known(error)));
      }
      answers.add(shape);
    }
    request.response().write(Buffer.buffer(JsonShape.lines(answers)));
    goOn();
  }

  private static @Nullable String id(BatchReader.Item item) {
    return item.job() == null ? null : item.job().id();
  }

  private static DuetimeException known(@Nullable Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause instanceof DuetimeException known
        ? known
        : new RetryableException(
            ErrorCode.INTERNAL, "Internal error in the server; see its log", cause);
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
