package io.duetime.redis.internal.record;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.kernel.job.DeadCopy;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Encodes and decodes copies of dead jobs that are still to be made. */
public final class CopyCodec {
  private CopyCodec() {}

  /** The death that the key of a copy names: {@code fence@moment@id}. */
  public record Death(long fence, long moment, String id) {
    /**
     * Reads a key.
     *
     * @throws DamagedRecordException if it is none
     */
    public static Death of(String key) {
      return DamagedRecordException.unless(() -> {
        String[] parts = key.split("@", 3);
        return new Death(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]);
      });
    }
  }

  public static byte[] write(DeadCopy copy) {
    long moment = Death.of(copy.key()).moment;
    return MessagePack.pack(
        List.of(
            copy.targetQueue().getBytes(StandardCharsets.UTF_8),
            RecordCodec.writeAccepted(copy.job(), moment)));
  }

  /**
   * Reads a copy of a job of a queue. The request for it has the body alone, and is due at once.
   *
   * @throws DamagedRecordException if it is none
   */
  public static DeadCopy read(String queue, String key, byte[] packed) {
    return DamagedRecordException.unless(() -> {
      Death death = Death.of(key);
      List<?> parts = MessagePack.list(MessagePack.read(packed));
      JobSpec died = RecordCodec.read(MessagePack.bytes(parts.get(1)), death.id).request();
      String id = DeadCopy.id(queue, death.id, death.fence, death.moment);
      return new DeadCopy(
          key,
          MessagePack.text(parts.get(0)),
          JobSpec.builder(id, died.body(), DueTime.after(0))
              .mayHaveArrived(died.mayHaveArrived())
              .build());
    });
  }
}
