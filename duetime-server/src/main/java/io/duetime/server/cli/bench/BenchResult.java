package io.duetime.server.cli.bench;

import io.duetime.server.json.JsonShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a bench has measured.
 *
 * @param scheduled jobs scheduled in a second
 * @param worked jobs claimed and acknowledged in a second
 */
record BenchResult(BenchPlan plan, double scheduled, double worked, Lateness lateness) {
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d jobs of %d bytes, %d callers, batches of %d",
            plan.jobs(),
            plan.payloadBytes(),
            plan.callers(),
            plan.batch()));
    lines.add(String.format(Locale.ROOT, "schedule           %,.0f jobs/s", scheduled));
    lines.add(String.format(Locale.ROOT, "claim and ack      %,.0f jobs/s", worked));
    if (lateness.jobs() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "lateness at %,d/s  p50 %d ms, p99 %d ms, max %d ms",
              plan.perSecond(),
              lateness.p50Millis(),
              lateness.p99Millis(),
              lateness.maxMillis()));
    }
    return lines;
  }

  JsonShape json() {
    return out -> {
      out.writeStartObject();
      out.writeNumberProperty("jobs", plan.jobs());
      out.writeNumberProperty("callers", plan.callers());
      out.writeNumberProperty("batch", plan.batch());
      out.writeNumberProperty("payloadBytes", plan.payloadBytes());
      out.writeNumberProperty("schedulePerSecond", Math.round(scheduled));
      out.writeNumberProperty("workPerSecond", Math.round(worked));
      if (lateness.jobs() > 0) {
        out.writeName("lateness");
        out.writeStartObject();
        out.writeNumberProperty("jobs", lateness.jobs());
        out.writeNumberProperty("perSecond", plan.perSecond());
        out.writeNumberProperty("p50Ms", lateness.p50Millis());
        out.writeNumberProperty("p99Ms", lateness.p99Millis());
        out.writeNumberProperty("maxMs", lateness.maxMillis());
        out.writeEndObject();
      }
      out.writeEndObject();
    };
  }
}
