package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.StreamSource;
import io.duetime.wire.SpecJson;
import io.duetime.wire.StrictJson;
import java.io.InputStream;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the jobs of a file, each a JSON object as servers take it. Lines without an id or a nonce
 * get one, so that they can be sent again. Skips blank lines.
 */
public final class JobLines extends StreamSource<JobSpec> {
  private static final int MOST_LINE = 4 << 20;
  private static final int MOST_BYTES = 1 << 20;
  private static final JobBody NOTHING = JobBody.of(new byte[0]);

  private final @Nullable String queue;
  private final long fromLine;
  private final Supplier<String> ids;
  private final String key;
  private String lastQueue;

  /**
   * Reads from a stream, which need not be buffered.
   *
   * @param queue the queue of lines that name none, or null
   * @param fromLine the first line that is read
   * @param ids gives each line without an id its own
   * @param bytesRead is told how many bytes were read from the stream
   */
  public JobLines(
      InputStream in,
      @Nullable String queue,
      long fromLine,
      Supplier<String> ids,
      LongConsumer bytesRead) {
    super(in, MOST_LINE, MOST_BYTES, bytesRead);
    this.queue = queue;
    this.fromLine = fromLine;
    this.ids = ids;
    this.key = ids.get();
    this.lastQueue = queue == null ? "" : queue;
  }

  @Override
  protected @Nullable Item<JobSpec> nextItem() {
    for (byte[] json = nextLine(); json != null; json = nextLine()) {
      if (number() >= fromLine && !new String(json, UTF_8).isBlank()) {
        return item(json);
      }
    }
    return null;
  }

  private Item<JobSpec> item(byte[] json) {
    Entry<JobSpec> entry = entry(Long.toString(number()), json);
    return new Item<>(lastQueue, entry, json.length);
  }

  private Entry<JobSpec> entry(String handle, byte[] json) {
    JobSpec known = null;
    try {
      StrictJson.JsonObject line = StrictJson.object(json);
      known = named(SpecJson.idOf(line));
      String own = line.values().get("queue") instanceof String named ? named : queue;
      if (own == null) {
        return new Entry<>(handle, known, "there is neither \"queue\" in the line nor --queue");
      }
      Entry<JobSpec> read = new Entry<>(handle, job(line, new SpecJson(own)), "");
      lastQueue = own;
      return read;
    } catch (InvalidRequestException wrong) {
      return new Entry<>(handle, known, String.valueOf(wrong.getMessage()));
    }
  }

  /** Stands for a line of which only the id is known. */
  private static @Nullable JobSpec named(@Nullable String id) {
    return Limits.isId(id)
        ? JobSpec.builder(String.valueOf(id), NOTHING, DueTime.after(0)).build()
        : null;
  }

  private JobSpec job(StrictJson.JsonObject line, SpecJson reader) {
    JobSpec job = reader.read(line, line.values().containsKey("id") ? "" : ids.get());
    return job.nonce() == 0
        ? job.toBuilder().nonce(JobTerms.nonce(key + "-" + number())).build()
        : job;
  }
}
