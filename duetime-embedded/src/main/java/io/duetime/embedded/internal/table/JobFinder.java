package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.table.DueLine.NearJob;
import io.duetime.embedded.internal.table.JobRecords.PlacedJob;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable.ByMoment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the jobs of a queue by its indexes. Entries that lead to no such job, as its record was set
 * aside, are dropped on the way.
 */
record JobFinder(RocksJobTable table, WriteGroup group, Keys keys, JobRecords jobs) {
  /** The first waiting jobs due before a moment with their bodies, at least one if there is any. */
  List<WholeJob> due(long now, long beforeMillis, int max, long maxBytes) {
    while (true) {
      List<NearJob> next = table.order().due(now, beforeMillis, max);
      List<WholeJob> found = new ArrayList<>(next.size());
      long room = maxBytes;
      for (int from = 0; from < next.size() && room > 0; from += jobs.atOnce()) {
        List<NearJob> some = next.subList(from, Math.min(from + jobs.atOnce(), next.size()));
        room = fetch(some, found, room);
      }
      // Where all records had to be set aside, there may be more behind them.
      if (!found.isEmpty() || next.isEmpty()) {
        return found;
      }
    }
  }

  private long fetch(List<NearJob> wanted, List<WholeJob> found, long maxBytes) {
    List<@Nullable PlacedJob> held = jobs.find(wanted.stream().map(NearJob::id).toList(), true);
    long room = maxBytes;
    for (int i = 0; i < wanted.size() && room > 0; i++) {
      NearJob entry = wanted.get(i);
      PlacedJob known = held.get(i);
      if (known == null || !isAt(entry, known.head())) {
        dropWaiting(entry, known == null);
      } else if (known.head().priority() != entry.priority) {
        table.order().correct(entry, known.head().priority());
      } else {
        room -= add(known.head(), found);
      }
    }
    return room;
  }

  private static boolean isAt(NearJob entry, JobHead head) {
    return head.stage() == Stage.WAITING && head.dueAt() == entry.dueAt();
  }

  private void dropWaiting(NearJob entry, boolean isMissing) {
    if (isMissing) {
      jobs.missing(entry.id());
    }
    table.drop(entry);
  }

  /** Adds a job; answers how many bytes its payload has. */
  private int add(JobHead head, List<WholeJob> found) {
    JobBody body = jobs.body(head.id());
    if (body == null) {
      table.setAside(head);
      return 0;
    }
    found.add(new WholeJob(head, body));
    return body.payload().length;
  }

  /** Jobs of a group with a moment within {@code [from, to)}, behind a position, in order. */
  List<JobHead> page(JobGroup of, long from, long to, @Nullable Position after, int limit) {
    return switch (of) {
      case WAITING ->
          filled(
              limit,
              (last, wanted) ->
                  table.order().line().page(from, to, last == null ? after : last.place, wanted),
              NearJob::id,
              JobFinder::isAt,
              this::dropWaiting);
      case LEASED ->
          table.leases().stream()
              .filter(head -> head.moment() >= from && head.moment() < to)
              .filter(head -> after == null || Position.of(head).compareTo(after) > 0)
              .sorted(Comparator.comparing(Position::of))
              .limit(limit)
              .toList();
      case DEAD, REMEMBERED ->
          behind(
              after,
              limit,
              (last, wanted) -> table.ended(of).page(from, to, last, wanted),
              (entry, isMissing) -> dropEnded(of, entry, isMissing));
    };
  }

  /** As a page of the waiting jobs, of those that have failed before. */
  List<JobHead> retrying(
      RetryingJobs retrying, long from, long to, @Nullable Position after, int limit) {
    return behind(
        after,
        limit,
        (last, wanted) -> retrying.page(from, to, last, wanted),
        (entry, isMissing) -> retrying.remove(entry));
  }

  private List<JobHead> behind(
      @Nullable Position after,
      int limit,
      BiFunction<@Nullable Position, Integer, List<EndedJobs.Entry>> page,
      Drop<EndedJobs.Entry> drop) {
    return filled(
        limit,
        (EndedJobs.@Nullable Entry last, Integer wanted) ->
            page.apply(last == null ? after : new Position(last.moment(), last.id()), wanted),
        EndedJobs.Entry::id,
        (entry, head) -> head.stage() == entry.stage() && head.moment() == entry.moment(),
        drop);
  }

  private void dropEnded(JobGroup of, EndedJobs.Entry entry, boolean isMissing) {
    if (isMissing) {
      jobs.missing(entry.id());
    }
    table.drop(of, entry);
  }

  /** Dead jobs by the moment of death. */
  ByMoment dead(EndedJobs dead) {
    return byMoment(
        dead, JobHead::moment, (entry, isMissing) -> dropEnded(JobGroup.DEAD, entry, isMissing));
  }

  /** Remembered jobs by when they are to be forgotten. */
  ByMoment remembered(EndedJobs forgotten) {
    return byMoment(forgotten, JobHead::forgetAt, (entry, isMissing) -> forgotten.remove(entry));
  }

  private ByMoment byMoment(
      EndedJobs entries, Function<JobHead, Long> moment, Drop<EndedJobs.Entry> drop) {
    return new ByMoment() {
      @Override
      public List<JobHead> upTo(long last, int max) {
        List<JobHead> heads = new ArrayList<>();
        resolve(
            entries.upTo(last, max),
            EndedJobs.Entry::id,
            (entry, head) -> head.stage() == entry.stage() && moment.apply(head) == entry.moment(),
            drop,
            heads::add);
        return heads;
      }

      @Override
      public long countUpTo(long last, Stage stage) {
        return entries.countUpTo(last, stage);
      }

      @Override
      public long next() {
        return entries.next();
      }
    };
  }

  /** Jobs with a tag, behind an id, in the order of ids. */
  List<JobHead> tagged(String tag, @Nullable String from, int limit) {
    byte[] all = keys.tag(tag, "");
    return filled(
        limit,
        (@Nullable String last, Integer wanted) -> {
          String after = last == null ? from : last;
          byte[] first = after == null ? all : Keys.after(keys.tag(tag, after));
          return group
              .scan(Family.TAG, first, Keys.behind(all))
              .list(wanted, at -> Keys.idBehindTag(at.key()));
        },
        id -> id,
        (id, head) -> head.tags().contains(tag),
        (id, isMissing) -> group.batch().deleteOnce(Family.TAG, keys.tag(tag, id)));
  }

  /** Jobs in any stage, behind an id, in the order of ids. */
  List<JobHead> byId(@Nullable String from, int limit) {
    return filled(
        limit,
        (@Nullable String last, Integer wanted) -> jobs.ids(last == null ? from : last, wanted),
        id -> id,
        (id, head) -> true,
        (id, isMissing) -> {});
  }

  /** Drops an entry that leads to no such job, or to no job that can be read. */
  @FunctionalInterface
  private interface Drop<E> {
    void drop(E entry, boolean isMissing);
  }

  /** Lists jobs until there are enough of them, or no more entries behind the last. */
  private <E> List<JobHead> filled(
      int limit,
      BiFunction<@Nullable E, Integer, List<E>> entriesBehind,
      Function<E, String> id,
      BiPredicate<E, JobHead> leadsTo,
      Drop<E> drop) {
    List<JobHead> heads = new ArrayList<>();
    E last = null;
    while (true) {
      int wanted = limit - heads.size();
      List<E> entries = entriesBehind.apply(last, wanted);
      resolve(entries, id, leadsTo, drop, heads::add);
      if (heads.size() == limit || entries.size() < wanted) {
        return heads;
      }
      last = entries.get(wanted - 1);
    }
  }

  private <E> void resolve(
      List<E> entries,
      Function<E, String> id,
      BiPredicate<E, JobHead> leadsTo,
      Drop<E> drop,
      Consumer<JobHead> found) {
    List<String> ids = entries.stream().map(id).toList();
    List<@Nullable PlacedJob> held =
        jobs.find(ids.stream().filter(one -> table.lease(one) == null).toList(), false);
    int next = 0;
    for (int i = 0; i < ids.size(); i++) {
      JobHead head = table.lease(ids.get(i));
      if (head == null) {
        PlacedJob known = held.get(next++);
        head = known == null ? null : known.head();
      }
      if (head != null && leadsTo.test(entries.get(i), head)) {
        found.accept(head);
      } else {
        drop.drop(entries.get(i), head == null);
      }
    }
  }
}
