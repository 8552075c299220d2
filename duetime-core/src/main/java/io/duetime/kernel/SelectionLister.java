package io.duetime.kernel;

import io.duetime.engine.Selection;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.ListedJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.kernel.state.QueueState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pages through jobs: group by group (waiting, running, dead, remembered), each ascending by
 * moment, then id; with a tag, or among named ids, in the order of ids.
 */
record SelectionLister(QueueState state) {
  // A filter that few jobs pass must not make one page look at every job.
  private static final int LOOKS_PER_PAGE = 10_000;

  private static final int IDS_AT_ONCE = 64;

  /**
   * Some jobs and where to continue; {@code next} is null at the end.
   *
   * @param from where the slice began
   * @param isById whether the jobs are in the order of ids
   */
  record Slice(List<JobHead> heads, Cursor from, boolean isById, @Nullable Cursor next) {
    /** Where to continue behind one of the jobs. */
    Cursor behind(JobHead head) {
      return isById
          ? from.behind(JobGroup.WAITING, new Position(0, head.id()))
          : from.behind(head.stage().group(), Position.of(head));
    }
  }

  Slice slice(Selection selection, Cursor from, int limit, long now) {
    Walk walk = new Walk(state, selection, limit, now);
    if (selection.ids() != null) {
      return byId(walk, selection.ids(), from);
    }
    String tag = selection.anyTag();
    return tag == null ? byMoment(walk, from) : byTag(walk, tag, from);
  }

  private Slice byMoment(Walk walk, Cursor from) {
    Position after = from.after();
    for (JobGroup group : JobGroup.values()) {
      if (group.compareTo(from.group()) < 0 || !ListedJob.isWanted(walk.selection, group)) {
        continue;
      }
      Position stopped = walkGroup(walk, group, group == from.group() ? after : null);
      if (stopped != null) {
        return new Slice(walk.found, from, false, from.behind(group, stopped));
      }
    }
    return new Slice(walk.found, from, false, null);
  }

  /** Walks through a group; answers where the page ended, or null when the group did. */
  private @Nullable Position walkGroup(Walk walk, JobGroup group, @Nullable Position from) {
    Position after = from;
    Selection wanted = walk.selection;
    while (true) {
      int ask = walk.room();
      List<JobHead> page =
          wanted.retrying() && group == JobGroup.WAITING
              ? state.table().retrying(wanted.fromMillis(), wanted.toMillis(), after, ask)
              : state.table().page(group, wanted.fromMillis(), wanted.toMillis(), after, ask);
      page.forEach(walk::look);
      if (page.size() < ask) {
        return null;
      }
      after = Position.of(page.get(page.size() - 1));
      if (walk.isFull()) {
        return after;
      }
    }
  }

  private Slice byTag(Walk walk, String tag, Cursor from) {
    String after = from.after() == null ? null : from.after().id();
    while (true) {
      int ask = walk.room();
      List<JobHead> page = state.table().tagged(tag, after, ask);
      page.forEach(walk::look);
      if (page.size() < ask) {
        return new Slice(walk.found, from, true, null);
      }
      after = page.get(page.size() - 1).id();
      if (walk.isFull()) {
        return new Slice(
            walk.found, from, true, from.behind(JobGroup.WAITING, new Position(0, after)));
      }
    }
  }

  private Slice byId(Walk walk, Set<String> ids, Cursor from) {
    String after = from.after() == null ? null : from.after().id();
    List<String> ahead =
        ids.stream()
            .filter(id -> after == null || IdOrder.compare(id, after) > 0)
            .sorted(IdOrder::compare)
            .toList();
    for (int i = 0; i < ahead.size(); i++) {
      String id = ahead.get(i);
      if (i % IDS_AT_ONCE == 0) {
        state.table().expect(ahead.subList(i, Math.min(i + IDS_AT_ONCE, ahead.size())));
      }
      if (walk.isFull()) {
        return new Slice(
            walk.found, from, true, from.behind(JobGroup.WAITING, new Position(0, walk.lastId)));
      }
      walk.lookAt(id, state.table().find(id));
    }
    return new Slice(walk.found, from, true, null);
  }

  private static final class Walk {
    final QueueState state;
    final Selection selection;
    final int limit;
    final long now;
    final List<JobHead> found = new ArrayList<>();
    int looks;
    String lastId = "";

    Walk(QueueState state, Selection selection, int limit, long now) {
      this.state = state;
      this.selection = selection;
      this.limit = limit;
      this.now = now;
    }

    int room() {
      return limit - found.size();
    }

    boolean isFull() {
      return found.size() >= limit || looks >= LOOKS_PER_PAGE;
    }

    void look(JobHead head) {
      looks++;
      if (!state.isForgotten(head, now) && head.isWanted(selection, now)) {
        found.add(head);
      }
    }

    void lookAt(String id, @Nullable JobHead head) {
      lastId = id;
      if (head == null) {
        looks++;
      } else {
        look(head);
      }
    }
  }
}
