package io.duetime.server.beanstalkd.wire;

import io.duetime.engine.JobBody;
import java.time.Duration;
import java.util.Optional;

/** The time to run of a job, which a header of the job stores in seconds. */
public final class Ttr {
  public static final String HEADER = "Beanstalkd-Ttr";

  private static final long MAX_SECONDS = (1L << 32) - 1;

  private Ttr() {}

  /** Reads the time to run; empty for a job that has none in the range of the protocol. */
  public static Optional<Duration> of(JobBody body) {
    String text = body.headers().get(HEADER);
    if (text == null || !text.matches("[0-9]{1,10}")) {
      return Optional.empty();
    }
    long seconds = Long.parseLong(text);
    return seconds > MAX_SECONDS
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.max(1, seconds)));
  }
}
