package io.duetime.redis.internal.record;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Encodes and decodes copies of dead jobs that are still to be made. */
public final class CopyCodec {
  private CopyCodec() {}

  /**
   * A copy to be made.
   *
   * @param targetQueue where it goes
   * @param recorded the job that died
   */
  public record Copy(String targetQueue, RecordCodec.Recorded recorded) {
    /** The request for the copy: the body alone, due at once. */
    public JobSpec request(String id) {
      return JobSpec.builder(id, recorded.body(), DueTime.after(0))
          .mayHaveArrived(recorded.mayHaveArrived())
          .build();
    }
  }

  /** Packs a copy of a job that died at a moment. */
  public static byte[] write(String targetQueue, JobSpec job, long moment) {
    return MessagePackWriter.pack(
        List.of(targetQueue.getBytes(StandardCharsets.UTF_8), WholeJobWriter.record(job, moment)));
  }

  /**
   * Reads a copy.
   *
   * @throws DamagedRecordException if it is none
   */
  public static Copy read(byte[] packed) {
    return RecordCodec.understood(() -> {
      if (MessagePack.read(new Bytes(packed)) instanceof List<?> parts
          && parts.size() == 2
          && parts.get(0) instanceof byte[] queue
          && parts.get(1) instanceof byte[] record) {
        return new Copy(new String(queue, StandardCharsets.UTF_8), RecordCodec.read(record));
      }
      throw new DamagedRecordException("a copy that is no pair of queue and record");
    });
  }
}
