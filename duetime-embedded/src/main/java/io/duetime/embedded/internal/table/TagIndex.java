package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.kernel.job.JobHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs by tag, then id. */
final class TagIndex {
  private static final byte[] NOTHING = {};

  private final WriteGroup group;
  private final Keys keys;

  TagIndex(WriteGroup group, Keys keys) {
    this.group = group;
    this.keys = keys;
  }

  void add(JobHead head) {
    for (String tag : head.terms().tags()) {
      group.batch().put(Family.TAG, keys.tag(tag, head.id()), NOTHING);
    }
  }

  void remove(JobHead head) {
    for (String tag : head.terms().tags()) {
      remove(tag, head.id());
    }
  }

  void remove(String tag, String id) {
    group.batch().deleteOnce(Family.TAG, keys.tag(tag, id));
  }

  /** Ids with a tag, behind one of them, in order. */
  List<String> page(String tag, @Nullable String afterId, int limit) {
    byte[] all = keys.tag(tag, "");
    byte[] from = afterId == null ? all : Keys.after(keys.tag(tag, afterId));
    return group
        .scan(Family.TAG, from, Keys.behind(all))
        .list(limit, at -> Keys.idBehindTag(at.key()));
  }
}
