package io.duetime.server.http.call;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Scheduled;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Accepts jobs as a stream of lines of JSON. */
public final class LineIntake {
  private static final int MAX_BATCH = 1_000;
  private static final int MAX_GATHERED_BYTES = 4 << 20;
  private static final int MAX_UNREAD_BYTES = 8 << 20;
  private static final long ROOM_PAUSE_MILLIS = 50;
  private static final long RATE_PAUSE_MILLIS = 20;

  private final Engine engine;
  private final Supplier<String> ids;
  private final HttpLimits limits;

  /** Schedules in the engine; jobs without an id get one from {@code ids}. */
  public LineIntake(Engine engine, Supplier<String> ids, HttpLimits limits) {
    this.engine = engine;
    this.ids = ids;
    this.limits = limits;
  }

  /**
   * Starts the stream; fails before its first line or not at all.
   *
   * @param room for the lines that are not scheduled yet
   */
  public CompletionStage<?> accept(Call call, ByteRoom.Part room) {
    BodyReader body = new BodyReader(call.request());
    body.await();
    return BatchReader.of(call, engine, ids)
        .thenApply(reader -> new Stream(call, body, reader, room))
        .thenAccept(stream -> body.context().runOnContext(ready -> stream.start()));
  }

  /**
   * One stream. While the engine has one batch, the next is collected. Reading stops while that one
   * is full, while the caller does not read the answers, or while there is no room for further
   * bytes; a line that finds none for a while is refused. A batch waits until the token of the
   * caller may schedule so many jobs. Answers are in the order of the lines. Confined to one event
   * loop.
   */
  private final class Stream implements LineSplitter.Sink {
    private final Call call;
    private final HttpServerResponse response;
    private final Context context;
    private final BatchReader reader;
    private final Durability durability;
    private final LineSplitter splitter = new LineSplitter(limits.maxLine(), this);
    private final BodyReader body;
    private final ByteRoom.Part room;
    private List<BatchReader.Item> gathered = new ArrayList<>();
    private int gatheredBytes;
    private boolean busy;
    private int busyBytes;
    // For how many pauses there has been no room, and whether one is under way.
    private int roomPauses;
    private boolean awaitsRoom;
    // Whether all lines have been read.
    private boolean ended;
    private boolean gone;

    Stream(Call call, BodyReader body, BatchReader reader, ByteRoom.Part room) {
      this.call = call;
      this.response = call.request().response();
      this.durability =
          DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
      this.context = body.context();
      this.body = body;
      this.reader = reader;
      this.room = room;
    }

    void start() {
      response.setChunked(true).putHeader("Content-Type", "application/x-ndjson");
      response.setWriteQueueMaxSize(MAX_UNREAD_BYTES);
      response.exceptionHandler(broken -> leave());
      response.closeHandler(closed -> leave());
      response.drainHandler(read -> goOn());
      call.request().exceptionHandler(broken -> leave());
      body.start(this::goOn);
    }

    private void goOn() {
      if (gone || response.ended() || response.writeQueueFull()) {
        // Goes on when the caller has read.
        return;
      }
      readLines();
      if (busy || response.ended()) {
        return;
      }
      if (!gathered.isEmpty()) {
        scheduleGathered();
        // The next batch is read while the store answers.
        readLines();
      } else if (ended) {
        response.end();
        room.release();
      }
    }

    /** Reads as many lines as fit into the next batch. */
    private void readLines() {
      try {
        if (!ended) {
          body.read(this::take);
        }
        if (!ended && body.isRead()) {
          splitter.end();
          endLines(body.isWhole() ? null : "incomplete gzip");
        }
      } catch (InvalidRequestException malformed) {
        endLines(malformed.value());
      }
    }

    private boolean take(Buffer part) {
      boolean isFull = gathered.size() >= MAX_BATCH || gatheredBytes >= MAX_GATHERED_BYTES;
      if (isFull || !takeRoom(part.length())) {
        return false;
      }
      splitter.add(part);
      room.set(held());
      return true;
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
        if (roomPauses < limits.bodyPause().toMillis() / ROOM_PAUSE_MILLIS) {
          awaitRoom();
          return false;
        }
        roomPauses = 0;
        splitter.refuse(full.problem());
        return true;
      }
    }

    private void awaitRoom() {
      if (!awaitsRoom) {
        roomPauses++;
        awaitsRoom = true;
        after(
            ROOM_PAUSE_MILLIS,
            () -> {
              awaitsRoom = false;
              goOn();
            });
      }
    }

    private void after(long millis, Runnable action) {
      context.owner().setTimer(millis, later -> action.run());
    }

    private int held() {
      return splitter.unfinished() + gatheredBytes + busyBytes;
    }

    private void endLines(@Nullable String fault) {
      ended = true;
      body.close();
      if (fault != null) {
        Problem problem =
            Problem.of(new InvalidRequestException("body", fault, "lines in gzip, to their end"));
        gathered.add(BatchReader.Item.wrong(splitter.number(), null, problem));
      }
    }

    private void leave() {
      gone = true;
      body.close();
      room.set(busyBytes);
    }

    @Override
    public void line(long number, byte[] line, @Nullable Problem refusal) {
      if (refusal != null) {
        gathered.add(BatchReader.Item.wrong(number, null, refusal));
      } else if (!isBlank(line)) {
        gathered.add(reader.read(number, line));
        gatheredBytes += line.length;
      }
    }

    private void scheduleGathered() {
      List<BatchReader.Item> batch = gathered;
      gathered = new ArrayList<>();
      busyBytes = gatheredBytes;
      gatheredBytes = 0;
      busy = true;
      schedule(batch, batch.stream().map(BatchReader.Item::job).filter(Objects::nonNull).toList());
    }

    private void schedule(List<BatchReader.Item> batch, List<JobSpec> valid) {
      if (gone) {
        answer(batch, null, null);
      } else if (!call.caller().maySchedule(valid.size())) {
        after(RATE_PAUSE_MILLIS, () -> schedule(batch, valid));
      } else {
        Stages.onCompletion(
            Stages.call(() -> engine.schedule(call.queue(), valid, durability)),
            (results, error) -> context.runOnContext(now -> answer(batch, results, error)));
      }
    }

    private void answer(
        List<BatchReader.Item> batch,
        @Nullable List<Scheduled> results,
        @Nullable Throwable error) {
      busy = false;
      busyBytes = 0;
      room.set(gone ? 0 : held());
      if (gone) {
        return;
      }
      Iterator<Scheduled> scheduled = results == null ? null : results.iterator();
      List<JsonShape> answers = new ArrayList<>(batch.size());
      for (BatchReader.Item item : batch) {
        JobSpec job = item.job();
        JsonShape shape;
        if (item.problem() != null) {
          shape = ResultJson.refusedLine(item.place(), item.id(), item.problem());
        } else if (scheduled != null) {
          shape = ResultJson.line(item.place(), scheduled.next());
        } else {
          shape =
              ResultJson.refusedLine(
                  item.place(), job == null ? null : job.id(), Refusal.problemOf(error));
        }
        answers.add(shape);
      }
      response.write(Buffer.buffer(JsonShape.lines(answers)));
      goOn();
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
}
