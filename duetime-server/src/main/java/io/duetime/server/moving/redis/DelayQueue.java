package io.duetime.server.moving.redis;

import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of hdt3213/delayqueue.
 *
 * @param keys the names of its keys
 * @param queue the queue of the jobs
 */
public record DelayQueue(Keys keys, String queue, JobTerms terms) {
  private static final String USUAL_PREFIX = "dp";

  /** Checks the name of the queue. */
  public DelayQueue {
    Limits.queue("into", queue);
  }

  /**
   * How the library names the keys of a queue.
   *
   * @param name the name of the queue
   * @param prefix what the names of all keys but those of messages begin with
   * @param isTagged whether name and prefix are a hash tag
   */
  public record Keys(String name, String prefix, boolean isTagged) {
    /** Returns the names of a queue, with the usual prefix if it is null. */
    public static Keys of(String name, @Nullable String prefix, boolean isTagged) {
      return new Keys(name, prefix == null ? USUAL_PREFIX : prefix, isTagged);
    }

    String key(String part) {
      return begin(prefix) + ":" + part;
    }

    /** Messages have the usual prefix whatever that of the other keys is. */
    String message() {
      return begin(USUAL_PREFIX) + ":msg:";
    }

    private String begin(String with) {
      String whole = with + ":" + name;
      return isTagged ? "{" + whole + "}" : whole;
    }
  }

  /** Returns the source that takes from this queue. */
  public Source source(RedisSession redis, TimeSource time) {
    SourceLayout layout = new DelayQueueLayout(keys, queue, terms);
    return new RedisSource(redis, session -> List.of(layout), time);
  }
}
