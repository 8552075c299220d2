package io.duetime.bench.big;

import io.duetime.bench.Payloads;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.internal.id.Ulids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Makes jobs from numbers, so that any of millions can be named again without keeping its id. */
final class NumberedJobs {
  private static final long FIRST_MILLIS = 1_700_000_000_000L;
  private static final int PER_MILLI = 100;

  private final Payloads payloads;

  NumberedJobs(int payloadBytes) {
    this.payloads = new Payloads(payloadBytes, 1);
  }

  /** An id as the generator makes them: 26 characters that grow with the number, by and large. */
  static String id(long number) {
    Instant made = Instant.ofEpochMilli(FIRST_MILLIS + number / PER_MILLI);
    return new Ulids(InstantSource.fixed(made), new SplittableRandom(number)).next();
  }

  static List<String> ids(LongStream numbers) {
    return numbers.mapToObj(NumberedJobs::id).toList();
  }

  List<JobSpec> jobs(List<String> ids, Function<String, DueTime> due) {
    return ids.stream()
        .map(id -> JobSpec.builder(id, JobBody.of(payloads.next()), due.apply(id)).build())
        .toList();
  }
}
