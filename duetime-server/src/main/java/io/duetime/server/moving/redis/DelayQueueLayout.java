package io.duetime.server.moving.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import io.duetime.server.moving.Survey;
import io.lettuce.core.ScoredValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A queue of hdt3213/delayqueue: ids in sorted sets and lists by state, the payload of each message
 * in a key of its own that expires, and the retries that are left in a hash.
 */
final class DelayQueueLayout implements SourceLayout {
  private static final int PARTS = 4;

  private final DelayQueue.Keys names;
  private final String queue;
  private final JobTerms terms;

  DelayQueueLayout(DelayQueue.Keys names, String queue, JobTerms terms) {
    this.names = names;
    this.queue = queue;
    this.terms = terms;
  }

  @Override
  public String place() {
    return names.name();
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public TakeScript script() {
    return TakeScript.DELAYQUEUE;
  }

  @Override
  public List<String> keys() {
    return List.of(
        names.key("pending"),
        names.key("ready"),
        names.key("retry"),
        names.key("unack"),
        names.key("retry:cnt"));
  }

  @Override
  public List<String> arguments() {
    return List.of(names.message());
  }

  @Override
  public Source.Entry read(String handle, byte[] record) {
    int[] spaces = new int[PARTS - 1];
    int at = 0;
    for (int i = 0; i < spaces.length; i++) {
      while (record[at] != ' ') {
        at++;
      }
      spaces[i] = at++;
    }
    String due = new String(record, 0, spaces[0], UTF_8);
    String left = new String(record, spaces[0] + 1, spaces[1] - spaces[0] - 1, UTF_8);
    String id = new String(record, spaces[1] + 1, spaces[2] - spaces[1] - 1, UTF_8);
    boolean hasMessage = record[at] == 'm';
    byte[] payload = Arrays.copyOfRange(record, at + 1, record.length);
    return Source.Entry.read(
        handle,
        () -> {
          if (!hasMessage) {
            throw JobTerms.unusable("message " + id, "expired", "a message within its TTL");
          }
          return job(handle, id, due, left, payload);
        });
  }

  private JobSpec job(String handle, String id, String due, String left, byte[] payload) {
    DueTime when = due.equals("0") ? DueTime.after(0) : DueTime.at(ScoreUnit.SECONDS.millis(due));
    JobSpec.Builder job = terms.job(id, payload, when, handle);
    if (!left.equals("-")) {
      job.retry(RetryPolicy.builder().attempts(1 + Integer.parseInt(left)).build());
    }
    return job.build();
  }

  @Override
  public Survey survey(RedisSession redis, int samples) {
    byte[] pending = names.key("pending").getBytes(UTF_8);
    byte[] unack = names.key("unack").getBytes(UTF_8);
    List<ScoredValue<byte[]>> first =
        redis.call(commands -> commands.zrangeWithScores(pending, 0, samples - 1L));
    List<Source.Entry> entries = new ArrayList<>();
    for (ScoredValue<byte[]> found : first) {
      String id = new String(found.getValue(), UTF_8);
      byte[] message = (names.message() + id).getBytes(UTF_8);
      byte[] payload = redis.call(commands -> commands.get(message));
      if (payload != null) {
        String due = Long.toString((long) found.getScore());
        entries.add(Source.Entry.read(id, () -> job(id, id, due, "-", payload)));
      }
    }
    long waiting = redis.call(commands -> commands.zcard(pending));
    long held = redis.call(commands -> commands.zcard(unack));
    return new Survey(
        Map.of(
            "pending", waiting,
            "ready", length(redis, "ready"),
            "waiting for a retry", length(redis, "retry")),
        Map.of("with a consumer", held),
        List.of(new Source.Page(place(), queue, entries)));
  }

  private long length(RedisSession redis, String list) {
    byte[] key = names.key(list).getBytes(UTF_8);
    return redis.call(commands -> commands.llen(key));
  }
}
