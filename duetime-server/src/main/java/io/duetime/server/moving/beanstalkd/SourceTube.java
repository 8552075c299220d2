package io.duetime.server.moving.beanstalkd;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A tube.
 *
 * @param host where beanstalkd listens
 * @param queue the queue of the jobs
 * @param buriedQueue the queue of buried jobs, or null to leave them
 */
public record SourceTube(
    String host,
    int port,
    String name,
    String queue,
    @Nullable String buriedQueue,
    JobTerms terms) {
  private static final int LAST_PORT = 65_535;

  /** Checks the names. */
  public SourceTube {
    Limits.queue("tube", name);
    Limits.queue("into", queue);
    if (buriedQueue != null) {
      Limits.queue("buriedInto", buriedQueue);
    }
  }

  /** Returns a tube at an address {@code HOST:PORT}. */
  public static SourceTube at(
      String address, String name, String queue, @Nullable String buriedQueue, JobTerms terms) {
    int colon = address.lastIndexOf(':');
    String digits = address.substring(colon + 1);
    int port = colon > 0 && digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > LAST_PORT) {
      throw new InvalidRequestException("source", address, "HOST:PORT");
    }
    String host = address.substring(0, colon).replaceAll("^\\[|]$", "");
    return new SourceTube(host, port, name, queue, buriedQueue, terms);
  }

  /** Connects, and returns the source that takes from this tube. */
  public Source source(InstantSource clock) {
    BeanstalkdLink link = new BeanstalkdLink(host, port);
    return new TubeSource(this, link, clock);
  }
}
