package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.server.http.call.Items.Item;
import io.duetime.wire.Problem;
import io.duetime.wire.SpecJson;
import io.duetime.wire.StrictJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a call one by one, so that an invalid one is refused by itself. */
public final class BatchReader {
  private final String queue;
  private final SpecJson reader;
  private final TraceContext trace;
  private final Supplier<String> ids;
  private final @Nullable IdempotencyKey key;
  private final Duration queueRetention;

  private BatchReader(
      Call call, Supplier<String> ids, @Nullable IdempotencyKey key, Duration queueRetention) {
    this.queue = call.queue();
    this.reader = new SpecJson(queue);
    this.trace = TraceContext.of(call);
    this.ids = ids;
    this.key = key;
    this.queueRetention = queueRetention;
  }

  /**
   * Creates a reader; for a call with a key it depends on the retention of the queue.
   *
   * @param ids gives ids to jobs without one, in calls without a key
   */
  public static CompletionStage<BatchReader> of(Call call, Engine engine, Supplier<String> ids) {
    IdempotencyKey key = IdempotencyKey.of(call);
    return key == null
        ? CompletableFuture.completedStage(new BatchReader(call, ids, null, Duration.ZERO))
        : engine
            .settings(call.queue())
            .thenApply(settings -> new BatchReader(call, ids, key, settings.retention()));
  }

  /** Reads one item; never throws for an invalid one. */
  public Item<JobSpec> read(long place, byte[] json) {
    StrictJson.JsonObject object;
    try {
      object = StrictJson.object(json);
    } catch (InvalidRequestException broken) {
      return Item.wrong(place, null, Problem.of(broken));
    }
    return Item.read(place, SpecJson.idOf(object), () -> job(place, object));
  }

  /** Reads the only job of a call; throws if it is invalid. */
  public JobSpec job(long place, StrictJson.JsonObject object) {
    String id = SpecJson.idOf(object);
    if (key == null) {
      return trace.in(reader.read(object, id == null ? ids.get() : id));
    }
    JobSpec job = trace.in(reader.read(object, id == null ? key.id(queue, place) : id));
    JobSpec.Builder keyed = job.toBuilder().nonce(key.nonce(place));
    return id == null ? keyed.retention(retention(job)).build() : keyed.build();
  }

  private Duration retention(JobSpec job) {
    Duration asked = Objects.requireNonNullElse(job.retention(), queueRetention);
    return asked.compareTo(IdempotencyKey.SHORTEST_RETENTION) > 0
        ? asked
        : IdempotencyKey.SHORTEST_RETENTION;
  }

  /**
   * The {@code Idempotency-Key} of a call. The caller, the key and the place of a job within the
   * call give the number by which the store recognises a repeated request, and the id of a job
   * without one.
   *
   * @param caller the name of its token; two callers may use the same key for different jobs
   * @param text the key
   */
  public record IdempotencyKey(String caller, String text) {
    /** The shortest retention of a job whose id comes from a key. */
    static final Duration SHORTEST_RETENTION = Duration.ofHours(24);

    private static final int ID_BYTES = 16;

    private static final int MOST_LETTERS = 255;

    /** The key of a call, or null without one; refused when it is blank or too long. */
    public static @Nullable IdempotencyKey of(Call call) {
      String text = call.header("Idempotency-Key");
      if (text == null) {
        return null;
      }
      // Otherwise a script with an unset variable would send all its requests under one key.
      if (text.isBlank() || text.length() > MOST_LETTERS) {
        throw new InvalidRequestException(
            "Idempotency-Key", text, "1 to " + MOST_LETTERS + " characters, not all of them blank");
      }
      return new IdempotencyKey(call.caller().name(), text);
    }

    /** The request's number; never zero, which means that there is no key. */
    public long nonce(long place) {
      long nonce = ByteBuffer.wrap(sha256(caller + "\n" + text + "\n" + place)).getLong();
      return nonce == 0 ? 1 : nonce;
    }

    /** The id of the job at a place, the same in every repetition; ids sort by place. */
    String id(String queue, long place) {
      byte[] hash = sha256(queue + "\n" + caller + "\n" + text);
      return String.format(
          Locale.ROOT, "key-%s-%010d", HexFormat.of().formatHex(hash, 0, ID_BYTES), place);
    }

    private static byte[] sha256(String text) {
      try {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException("every Java has SHA-256", impossible);
      }
    }
  }

  /**
   * The W3C trace context of a request, which becomes headers of its jobs, so that their runs can
   * be linked to it. Headers that the job has already win; what does not fit into a job's limits is
   * left out, as is a context that is malformed.
   */
  public record TraceContext(Map<String, String> headers) {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final Pattern PARENT_FORM =
        Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    /** Reads the context of a request; without headers if it has none. */
    public static TraceContext of(Call call) {
      Map<String, String> headers = new LinkedHashMap<>();
      String parent = call.header(PARENT);
      String state = call.header(STATE);
      if (parent != null && PARENT_FORM.matcher(parent).matches()) {
        headers.put(PARENT, parent);
        if (state != null && isPlain(state)) {
          headers.put(STATE, state);
        }
      }
      return new TraceContext(headers);
    }

    private static boolean isPlain(String value) {
      return !value.isEmpty()
          && value.length() <= Limits.MAX_TEXT_BYTES
          && value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
    }

    /** Returns a job with this context in its headers. */
    public JobSpec in(JobSpec job) {
      JobBody body = job.body();
      if (headers.isEmpty() || body.headers().containsKey(PARENT)) {
        return job;
      }
      return job.toBuilder().body(body.withHeaders(with(body.headers()))).build();
    }

    private Map<String, String> with(Map<String, String> own) {
      Map<String, String> all = new LinkedHashMap<>(own);
      headers.forEach((name, value) -> {
        if (all.size() < Limits.MAX_HEADERS) {
          all.putIfAbsent(name, value);
        }
      });
      return all;
    }
  }
}
