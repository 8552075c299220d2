package io.duetime.server.http.call;

import io.duetime.Durability;
import io.duetime.engine.Engine;
import io.duetime.server.json.DurabilityText;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Accepts jobs as a stream of lines of JSON. */
public final class LineIntake {
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
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    BodyReader body = new BodyReader(call.request());
    return BatchReader.of(call, engine, ids)
        .thenAccept(reader -> {
          LineStream stream =
              new LineStream(
                  call,
                  body,
                  new LineStream.Jobs(
                      reader, jobs -> engine.schedule(call.queue(), jobs, durability)),
                  limits,
                  room);
          body.context().runOnContext(ready -> stream.start());
        });
  }
}
