package io.duetime.server.http.call;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Scheduled;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.server.http.call.Items.Item;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Accepts jobs as a stream of lines of JSON.
 *
 * @param ids creates ids for jobs without one
 */
public record LineIntake(Engine engine, Supplier<String> ids, HttpLimits limits) {
  private static final int MAX_BATCH = 1_000;
  private static final int MAX_GATHERED_BYTES = 4 << 20;
  private static final int MAX_UNREAD_BYTES = 8 << 20;
  private static final long ROOM_PAUSE_MILLIS = 50;
  private static final long RATE_PAUSE_MILLIS = 20;

  /**
   * Starts the stream; fails before its first line or not at all.
   *
   * @param room for the lines that are not scheduled yet
   */
  public CompletionStage<?> accept(Call call, ByteRoom.Part room) {
    Durability durability = call.durability(engine);
    BodyReader body = new BodyReader(call.request());
    body.await();
    return BatchReader.of(call, engine, ids)
        .thenAccept(reader -> {
          Stream stream = new Stream(call, body, reader, durability, room);
          body.context().runOnContext(ready -> stream.start());
        })
        .whenComplete((started, refused) -> {
          if (refused != null) {
            body.context().runOnContext(now -> body.close());
          }
        });
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
    private List<Item<JobSpec>> gathered = new ArrayList<>();
    private int gatheredBytes;
    private boolean busy;
    private int busyBytes;
    // For how many pauses there has been no room, and whether one is under way.
    private int roomPauses;
    private boolean awaitsRoom;
    // Whether all lines have been read.
    private boolean ended;
    private boolean gone;
    private boolean hasLogged;

    Stream(
        Call call, BodyReader body, BatchReader reader, Durability durability, ByteRoom.Part room) {
      this.call = call;
      this.response = call.request().response();
      this.durability = durability;
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
      response.drainHandler(read -> readMore());
      call.request().exceptionHandler(broken -> leave());
      body.start(this::readMore);
    }

    private void readMore() {
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
              readMore();
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
        gathered.add(Item.wrong(splitter.number(), null, problem));
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
        gathered.add(Item.wrong(number, null, refusal));
      } else if (!isBlank(line)) {
        gathered.add(reader.read(number, line));
        gatheredBytes += line.length;
      }
    }

    private void scheduleGathered() {
      Items<JobSpec> batch = new Items<>(gathered);
      gathered = new ArrayList<>();
      busyBytes = gatheredBytes;
      gatheredBytes = 0;
      busy = true;
      schedule(batch, batch.valid());
    }

    private void schedule(Items<JobSpec> batch, List<JobSpec> valid) {
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
        Items<JobSpec> batch, @Nullable List<Scheduled> results, @Nullable Throwable error) {
      busy = false;
      busyBytes = 0;
      room.set(gone ? 0 : held());
      if (gone) {
        return;
      }
      Problem failure = results == null ? problem(error) : null;
      List<JsonShape> answers =
          batch.answers(
              results == null ? Collections.nCopies(batch.all().size(), null) : results,
              (item, result) -> line(item, result, failure),
              (item, why) -> ResultJson.refusedLine(item.place(), item.id(), why));
      response.write(Buffer.buffer(JsonShape.lines(answers)));
      readMore();
    }

    // The first failure of a stream is logged: there may be one for each batch.
    private Problem problem(@Nullable Throwable error) {
      Problem problem =
          hasLogged ? Refusal.problemOf(error) : Refusal.logged(call.request(), error);
      hasLogged = true;
      return problem;
    }

    private static JsonShape line(
        Item<JobSpec> item, @Nullable Scheduled result, @Nullable Problem failure) {
      JobSpec job = item.value();
      return failure == null
          ? ResultJson.line(item.place(), Objects.requireNonNull(result))
          : ResultJson.refusedLine(item.place(), job == null ? null : job.id(), failure);
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

  /**
   * Cuts a stream of bytes into lines, which end with a line feed or with the stream. A line that
   * is refused, such as one that is longer than allowed, is reported and skipped. Not thread safe.
   */
  static final class LineSplitter {
    /** Receives the lines, numbered from 1, without their ends; a refused one has no bytes. */
    interface Sink {
      void line(long number, byte[] line, @Nullable Problem refusal);
    }

    private final int maxLine;
    private final Sink sink;
    private Buffer rest = Buffer.buffer();
    private long number = 1;
    private @Nullable Problem refusal;

    LineSplitter(int maxLine, Sink sink) {
      this.maxLine = maxLine;
      this.sink = sink;
    }

    /** The bytes of the line that has not ended. */
    int unfinished() {
      return rest.length();
    }

    /** Refuses the line that has not ended, and forgets its bytes. */
    void refuse(Problem why) {
      refusal = why;
      rest = Buffer.buffer();
    }

    /** The number of the next line. */
    long number() {
      return number;
    }

    void add(Buffer part) {
      byte[] bytes = part.getBytes();
      int from = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          append(bytes, from, i);
          emit();
          from = i + 1;
        }
      }
      append(bytes, from, bytes.length);
    }

    /** Ends the stream: the bytes after the last line feed are a line, too. */
    void end() {
      if (rest.length() > 0 || refusal != null) {
        emit();
      }
    }

    private void append(byte[] bytes, int from, int to) {
      if (refusal != null || from == to) {
        return;
      }
      if (rest.length() + (to - from) > maxLine) {
        refuse(Refusal.tooLarge("The line", maxLine).problem());
      } else {
        rest.appendBytes(bytes, from, to - from);
      }
    }

    private void emit() {
      sink.line(number, rest.getBytes(), refusal);
      number++;
      refusal = null;
      rest = Buffer.buffer();
    }
  }
}
