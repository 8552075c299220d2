package io.duetime.server.http;

import io.duetime.Durability;
import io.duetime.engine.Engine;
import io.duetime.server.json.DurabilityText;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Supplier;

/** Begins to schedule jobs that come as lines of JSON. */
final class LineIntake {
  private final Engine engine;
  private final Supplier<String> ids;
  private final HttpLimits limits;

  LineIntake(Engine engine, Supplier<String> ids, HttpLimits limits) {
    this.engine = engine;
    this.ids = ids;
    this.limits = limits;
  }

  void take(Call call) {
    String queue = call.queue();
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    BatchReader reader = new BatchReader(queue, ids, call.header("Idempotency-Key"));
    HttpServerResponse response = call.request().response();
    response.setChunked(true).putHeader("Content-Type", "application/x-ndjson");
    new LineStream(
            call.request(),
            reader,
            jobs -> engine.schedule(queue, jobs, durability),
            limits.maxLine())
        .start();
  }
}
