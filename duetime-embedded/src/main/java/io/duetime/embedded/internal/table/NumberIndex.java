package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.internal.kernel.job.JobHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Leads from the numbers of jobs to their ids. */
final class NumberIndex {
  static final char LETTER = 'n';

  private final WriteGroup group;
  private final Keys keys;

  NumberIndex(WriteGroup group, Keys keys) {
    this.group = group;
    this.keys = keys;
  }

  private byte[] key(long number) {
    return keys.meta(LETTER, Long.toString(number));
  }

  void add(JobHead head) {
    if (head.number() != 0) {
      byte[] id = head.id().getBytes(StandardCharsets.UTF_8);
      group.batch().put(Family.META, key(head.number()), id);
    }
  }

  void remove(JobHead head) {
    if (head.number() != 0) {
      group.batch().delete(Family.META, key(head.number()));
    }
  }

  @Nullable String id(long number) {
    group.write();
    byte[] id = group.get(Family.META, key(number));
    return id == null ? null : new String(id, StandardCharsets.UTF_8);
  }
}
