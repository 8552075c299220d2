package io.duetime.spring.boot;

import io.duetime.Counts;
import io.duetime.Duetime;
import io.duetime.QueueAdmin;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Answers the counts of queues, and pauses and resumes them. */
@Endpoint(id = "duetime")
public class DuetimeEndpoint {
  private static final int MOST_QUEUES = 200;

  private final Duetime duetime;

  public DuetimeEndpoint(Duetime duetime) {
    this.duetime = duetime;
  }

  /** Answers the counts of each queue, of the first 200 by name. */
  @ReadOperation
  public Map<String, Counts> queues() {
    Map<String, Counts> counts = new TreeMap<>();
    duetime.queues().stream()
        .limit(MOST_QUEUES)
        .forEach(queue -> counts.put(queue, duetime.admin(queue).counts()));
    return counts;
  }

  /** Answers the counts of one queue, its pause and its consumers; null if it is not known. */
  @ReadOperation
  public @Nullable Queue queue(@Selector String queue) {
    if (!duetime.queues().contains(queue)) {
      return null;
    }
    QueueAdmin admin = duetime.admin(queue);
    return new Queue(admin.counts(), pause(admin.settings()), admin.consumers());
  }

  /** Pauses or resumes a queue, in every process; null if it is not known. */
  @WriteOperation
  public @Nullable Queue pause(@Selector String queue, boolean paused) {
    if (!duetime.queues().contains(queue)) {
      return null;
    }
    QueueAdmin admin = duetime.admin(queue);
    if (paused) {
      admin.pause();
    } else {
      admin.resume();
    }
    return queue(queue);
  }

  private static @Nullable String pause(QueueSettings settings) {
    return settings
        .pausedUntil()
        .map(end -> end.equals(Instant.MAX) ? "until resumed" : end.toString())
        .orElse(null);
  }

  /**
   * A queue as operators see it.
   *
   * @param counts the jobs in each state
   * @param paused the end of the pause, or null
   * @param consumers the processes that have asked for jobs within the last minute
   */
  public record Queue(Counts counts, @Nullable String paused, List<QueueConsumer> consumers) {}

  /** Answers 404 over HTTP where a queue is not known, also to what changes it. */
  @EndpointWebExtension(endpoint = DuetimeEndpoint.class)
  public static class Web {
    private final DuetimeEndpoint endpoint;

    public Web(DuetimeEndpoint endpoint) {
      this.endpoint = endpoint;
    }

    /** Pauses or resumes a queue, in every process. */
    @WriteOperation
    public WebEndpointResponse<Queue> pause(@Selector String queue, boolean paused) {
      Queue now = endpoint.pause(queue, paused);
      return now == null
          ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
          : new WebEndpointResponse<>(now);
    }
  }
}
