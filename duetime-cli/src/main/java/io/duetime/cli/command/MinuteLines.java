package io.duetime.cli.command;

import io.duetime.cli.remote.Remote;
import io.duetime.client.http.ApiPath;
import io.duetime.settings.InstantText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Shows the last minute of all queues in numbers, and the next one as a bar for each second. */
final class MinuteLines {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int SECONDS = 60;
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private MinuteLines() {}

  /** Reads both minutes. */
  static List<String> read(Remote remote, Instant now) {
    return List.of(
        last(timeline(remote, now.minus(MINUTE), now, 1)),
        next(timeline(remote, now, now.plus(MINUTE), SECONDS)));
  }

  private static JsonNode timeline(Remote remote, Instant from, Instant to, int buckets) {
    Map<String, Object> query =
        Map.of("from", InstantText.format(from), "to", InstantText.format(to), "buckets", buckets);
    return remote.get(ApiPath.withQuery("/v1/timeline", query)).json().path("buckets");
  }

  static String last(JsonNode buckets) {
    long ran = sum(buckets, "ran");
    if (ran == 0) {
      return "last minute  no job ran";
    }
    long max =
        buckets.valueStream().mapToLong(b -> b.path("latenessMaxMs").asLong()).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "last minute  %,d jobs ran, lateness %,d ms on average, %,d ms at most",
        ran,
        sum(buckets, "latenessSumMs") / ran,
        max);
  }

  static String next(JsonNode buckets) {
    long most = buckets.valueStream().mapToLong(MinuteLines::waiting).max().orElse(0);
    StringBuilder line = new StringBuilder("next minute  ");
    buckets.forEach(bucket -> line.append(bar(waiting(bucket), most)));
    return line.append(
            String.format(
                Locale.ROOT, " %,d due, %,d in a second at most", sum(buckets, "waiting"), most))
        .toString();
  }

  /** A blank for none, otherwise a bar that grows with the count. */
  private static char bar(long count, long most) {
    return count == 0 ? ' ' : BARS.charAt((int) ((BARS.length() - 1) * count / most));
  }

  private static long waiting(JsonNode bucket) {
    return bucket.path("waiting").asLong();
  }

  private static long sum(JsonNode buckets, String field) {
    return buckets.valueStream().mapToLong(bucket -> bucket.path(field).asLong()).sum();
  }
}
