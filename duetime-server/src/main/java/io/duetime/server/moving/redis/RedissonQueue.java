package io.duetime.server.moving.redis;

import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import java.util.List;

/**
 * A delayed queue of Redisson and its destination queue.
 *
 * @param name the name of the destination queue
 * @param queue the queue of the jobs
 */
public record RedissonQueue(String name, String queue, RedissonCodec codec, JobTerms terms) {
  /** Checks the name of the queue. */
  public RedissonQueue {
    Limits.queue("into", queue);
  }

  /** Returns the source that takes from this queue. */
  public Source source(RedisSession redis, TimeSource time) {
    SourceLayout layout = new RedissonLayout(name, queue, codec, typed());
    return new RedisSource(redis, session -> List.of(layout), time);
  }

  private JobTerms typed() {
    return terms.contentType() == null
        ? new JobTerms(codec.contentType(), terms.remember())
        : terms;
  }
}
