package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem.Survey;
import io.duetime.transfer.source.SortedSets.ScoreUnit;
import io.lettuce.core.ScoredValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A queue of hdt3213/delayqueue: ids in sorted sets and lists by state, the payload of each message
 * in a key of its own that expires, and the retries that are left in a hash.
 */
public final class DelayQueue extends RedisLayout {
  private static final String USUAL_PREFIX = "dp";

  private final Keys names;

  /**
   * Describes a queue.
   *
   * @param names the names of its keys
   * @param queue the queue of the jobs
   */
  public DelayQueue(Keys names, String queue, JobTerms terms) {
    super(names.name(), Limits.queue("into", queue), terms);
    this.names = names;
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

  @Override
  String script() {
    return "take-delayqueue";
  }

  @Override
  List<String> keys() {
    return List.of(
        names.key("pending"),
        names.key("ready"),
        names.key("retry"),
        names.key("unack"),
        names.key("retry:cnt"));
  }

  @Override
  List<String> arguments() {
    return List.of(names.message());
  }

  @Override
  JobSpec job(String handle, Taken taken) {
    String due = taken.word();
    String left = taken.word();
    String id = taken.word();
    byte[] message = taken.rest();
    if (message[0] != 'm') {
      throw new InvalidRequestException("message " + id, "expired", "a message within its TTL");
    }
    return job(handle, id, due, left, Arrays.copyOfRange(message, 1, message.length));
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
  Survey survey(RedisSession redis) {
    List<ScoredValue<byte[]>> first =
        redis.call(commands ->
            commands.zrangeWithScores(names.key("pending").getBytes(UTF_8), 0, SAMPLES - 1L));
    List<Entry<JobSpec>> some = new ArrayList<>();
    for (ScoredValue<byte[]> found : first) {
      String id = new String(found.getValue(), UTF_8);
      byte[] message = (names.message() + id).getBytes(UTF_8);
      byte[] payload = redis.call(commands -> commands.get(message));
      if (payload != null) {
        String due = Long.toString((long) found.getScore());
        some.add(Entry.read(id, () -> job(id, id, due, "-", payload)));
      }
    }
    return survey(
        Map.of(
            "pending", redis.countOfSet(names.key("pending")),
            "ready", redis.countOfList(names.key("ready")),
            "waiting for a retry", redis.countOfList(names.key("retry"))),
        Map.of("with a consumer", redis.countOfSet(names.key("unack"))),
        some);
  }
}
