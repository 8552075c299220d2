package io.duetime.redis.internal.check;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.store.PlainReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;

/**
 * Compares the clock of each server with that of this process and with those of the other servers.
 * Asks each server several times and uses the quickest answer. Also reports how long answers take.
 */
final class ClockChecks {
  private static final int SAMPLES = 9;
  private static final long MOST_SKEW_MILLIS = 500;
  private static final long SLOW_MICROS = 20_000;
  private static final String SYNCHRONIZE = "synchronize the clocks (NTP)";

  private final RedisLink link;
  private final TimeSource time;

  ClockChecks(RedisLink link, TimeSource time) {
    this.link = link;
    this.time = time;
  }

  /** Several samples of one server, the quickest first. */
  CompletionStage<List<ClockSample>> samples(Node node) {
    return Stages.inTurn(Collections.nCopies(SAMPLES, node), this::sample)
        .thenApply(all ->
            all.stream().sorted(Comparator.comparingLong(ClockSample::roundTripMicros)).toList());
  }

  private CompletionStage<ClockSample> sample(Node node) {
    long sentMicros = time.millis() * 1_000;
    long sentNanos = time.nanoTime();
    return link.ask(node, "TIME")
        .thenApply(reply ->
            ClockSample.of(
                node,
                (List<?>) Objects.requireNonNull(reply),
                sentMicros,
                (time.nanoTime() - sentNanos) / 1_000));
  }

  /** The findings from the samples of one server. */
  static List<Finding> of(ServerFacts facts, List<ClockSample> samples) {
    ClockSample best = samples.get(0);
    long skew = best.skewMillis();
    long median = samples.get(samples.size() / 2).roundTripMicros();
    String took =
        "an answer takes %s ms at best, %s ms in the middle"
            .formatted(millis(best.roundTripMicros()), millis(median));
    return List.of(
        skew <= MOST_SKEW_MILLIS
            ? facts.ok("clock", "as here, to " + skew + " ms")
            : facts.warning(
                "clock",
                "at least " + skew + " ms off the one here; the server's decides when jobs are due",
                SYNCHRONIZE),
        best.roundTripMicros() <= SLOW_MICROS
            ? facts.ok("latency", took)
            : facts.warning(
                "latency",
                took + ": jobs start at least as late",
                "run it nearer, or see what keeps it busy"));
  }

  /** The findings from the best samples of several servers. */
  static List<Finding> among(List<ClockSample> best) {
    if (best.size() < 2) {
      return List.of();
    }
    List<Long> skews = new ArrayList<>();
    best.forEach(one -> best.forEach(other -> skews.add(one.skewMillis(other))));
    long most = skews.stream().flatMapToLong(LongStream::of).max().orElse(0);
    return List.of(
        most <= MOST_SKEW_MILLIS
            ? new Finding("clocks of all nodes", Verdict.OK, "alike, to " + most + " ms", "")
            : new Finding(
                "clocks of all nodes",
                Verdict.WARNING,
                "at least " + most + " ms apart: due times mean different moments on them",
                SYNCHRONIZE));
  }

  private static String millis(long micros) {
    return String.format(Locale.ROOT, "%.1f", micros / 1_000.0);
  }

  /**
   * How far a server's clock differed from that of this process.
   *
   * @param node the server
   * @param aheadMicros how far the server's clock is ahead, if question and answer took equally
   *     long
   * @param roundTripMicros how long both took together; half of it is how wrong the former may be
   */
  record ClockSample(Node node, long aheadMicros, long roundTripMicros) {
    /** What a server answered to TIME between two moments of this process. */
    static ClockSample of(Node node, List<?> time, long sentMicros, long roundTripMicros) {
      long seconds = PlainReply.number(time.get(0));
      long server = seconds * 1_000_000 + PlainReply.number(time.get(1));
      return new ClockSample(node, server - sentMicros - roundTripMicros / 2, roundTripMicros);
    }

    /** How far apart the clocks are at least. */
    long skewMillis() {
      return Math.max(0, Math.abs(aheadMicros) - roundTripMicros / 2) / 1_000;
    }

    /** How far apart two servers' clocks are at least. */
    long skewMillis(ClockSample other) {
      long apart = Math.abs(aheadMicros - other.aheadMicros);
      return Math.max(0, apart - (roundTripMicros + other.roundTripMicros) / 2) / 1_000;
    }
  }
}
