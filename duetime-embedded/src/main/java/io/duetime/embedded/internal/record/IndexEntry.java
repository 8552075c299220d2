package io.duetime.embedded.internal.record;

import io.duetime.Limits;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of an index that leads to a job. What is written, removed and verified follows from
 * here; only the entries of ready jobs depend on more than the job.
 *
 * @param place where a job is missing that does not have the entry
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
public record IndexEntry(Family family, byte[] key, byte[] value, String place) {
  private static final byte[] NOTHING = {};

  /** The entries that a job has because of its stage. */
  public static List<IndexEntry> ofStage(Keys keys, JobHead head) {
    return switch (head.stage()) {
      case WAITING -> List.of(due(keys, head));
      case LEASED -> List.of();
      case DEAD -> List.of(ended(keys, End.DEAD, head));
      case DONE, CANCELLED ->
          List.of(
              ended(keys, End.REMEMBERED, head),
              new IndexEntry(
                  Family.ENDED,
                  keys.ended(End.FORGET, head.forgetAt(), head.id()),
                  stage(head),
                  "in the list of what is to be forgotten: it is kept for ever"));
    };
  }

  private static IndexEntry due(Keys keys, JobHead head) {
    return new IndexEntry(
        Family.DUE,
        keys.due(head.dueAt(), head.id()),
        priority(head),
        "where due jobs are looked for: it never becomes due");
  }

  /**
   * The further entry of a waiting job that has failed before. Jobs that the version before wrote
   * have none until they are first listed or counted.
   */
  public static IndexEntry retrying(Keys keys, JobHead head) {
    byte[] key = keys.ended(End.RETRYING, head.dueAt(), head.id());
    return new IndexEntry(Family.ENDED, key, stage(head), "in the list of retrying jobs");
  }

  private static IndexEntry ended(Keys keys, End kind, JobHead head) {
    byte[] key = keys.ended(kind, head.moment(), head.id());
    return new IndexEntry(Family.ENDED, key, stage(head), "in the list of ended jobs");
  }

  private static byte[] stage(JobHead head) {
    return new byte[] {(byte) Numbered.STAGES.of(head.stage())};
  }

  private static byte[] priority(JobHead head) {
    return head.priority() == Limits.DEFAULT_PRIORITY
        ? NOTHING
        : ByteBuffer.allocate(Integer.BYTES).putInt((int) head.priority()).array();
  }

  /** The priority in the value of an entry of a waiting job. */
  public static long priority(byte[] value) {
    return value.length == 0
        ? Limits.DEFAULT_PRIORITY
        : Integer.toUnsignedLong(ByteBuffer.wrap(value).getInt());
  }

  /** The stage in the value of an entry of an ended job. */
  public static Stage stage(byte[] value) {
    return Numbered.STAGES.value(value[0]);
  }

  /** The entries of the job's tags, the same in all stages. */
  public static List<IndexEntry> ofTags(Keys keys, JobHead head) {
    if (head.tags().isEmpty()) {
      return List.of();
    }
    List<IndexEntry> entries = new ArrayList<>(head.tags().size());
    for (String tag : head.tags()) {
      entries.add(
          new IndexEntry(Family.TAG, keys.tag(tag, head.id()), NOTHING, "under its tag " + tag));
    }
    return entries;
  }
}
