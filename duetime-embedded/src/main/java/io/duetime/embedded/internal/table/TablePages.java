package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.table.JobRecords.PlacedJob;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lists the jobs of a queue page by page. Entries of an index that point to a record which was set
 * aside are dropped on the way.
 */
final class TablePages {
  private final JobPlaces places;
  private final TagIndex tags;
  private final JobRecords jobs;

  TablePages(JobPlaces places, TagIndex tags, JobRecords jobs) {
    this.places = places;
    this.tags = tags;
    this.jobs = jobs;
  }

  /** Moments from the first, included, to the second, not included. */
  record Range(long from, long to) {}

  /** Jobs of a group in a range, behind a position, in order. */
  List<JobHead> page(JobGroup of, Range range, @Nullable Position after, int limit) {
    return switch (of) {
      case WAITING -> waiting(range, after, limit);
      case LEASED -> leased(range, after, limit);
      case DEAD, REMEMBERED -> ended(of, range, after, limit);
    };
  }

  /** Lists jobs until there are enough of them, or no more entries behind the last. */
  private static <T> List<JobHead> filled(
      int limit,
      BiFunction<@Nullable T, Integer, List<T>> entriesBehind,
      BiConsumer<List<T>, List<JobHead>> addTo) {
    List<JobHead> heads = new ArrayList<>();
    T last = null;
    while (true) {
      int wanted = limit - heads.size();
      List<T> entries = entriesBehind.apply(last, wanted);
      addTo.accept(entries, heads);
      if (heads.size() == limit || entries.size() < wanted) {
        return heads;
      }
      last = entries.get(wanted - 1);
    }
  }

  private List<JobHead> waiting(Range range, @Nullable Position from, int limit) {
    DueLine line = places.order().line();
    return filled(
        limit,
        (@Nullable NearJob last, Integer wanted) ->
            line.page(range.from(), range.to(), last == null ? from : last.place, wanted),
        this::addWaiting);
  }

  private void addWaiting(List<NearJob> entries, List<JobHead> heads) {
    List<@Nullable PlacedJob> held = held(entries.stream().map(NearJob::id).toList());
    for (int i = 0; i < entries.size(); i++) {
      NearJob entry = entries.get(i);
      PlacedJob known = held.get(i);
      if (known != null && JobPlaces.isAt(known, entry)) {
        heads.add(known.head());
      } else {
        requireReason(known, entry.id());
        places.drop(entry);
      }
    }
  }

  private void requireReason(@Nullable PlacedJob held, String id) {
    if (held == null) {
      jobs.missing(id);
    }
  }

  private List<JobHead> leased(Range range, @Nullable Position after, int limit) {
    return places.leases().heads().stream()
        .filter(head -> head.moment() >= range.from() && head.moment() < range.to())
        .filter(head -> after == null || Position.of(head).compareTo(after) > 0)
        .sorted(Comparator.comparing(Position::of))
        .limit(limit)
        .toList();
  }

  private List<JobHead> ended(JobGroup of, Range range, @Nullable Position from, int limit) {
    return filled(
        limit,
        (EndedJobs.@Nullable Entry last, Integer wanted) -> {
          Position after = last == null ? from : new Position(last.moment(), last.id());
          return places.ended().page(of, range.from(), range.to(), after, wanted);
        },
        (entries, heads) -> addEnded(of, entries, heads));
  }

  private void addEnded(JobGroup of, List<EndedJobs.Entry> entries, List<JobHead> heads) {
    List<@Nullable PlacedJob> held = held(entries.stream().map(EndedJobs.Entry::id).toList());
    for (int i = 0; i < entries.size(); i++) {
      EndedJobs.Entry entry = entries.get(i);
      JobHead head = headIn(entry.stage(), held.get(i));
      if (head != null && head.moment() == entry.moment()) {
        heads.add(head);
      } else {
        requireReason(held.get(i), entry.id());
        places.drop(of, entry);
      }
    }
  }

  /** Jobs that died up to a moment, the earliest death first. */
  List<JobHead> oldestDead(long upTo, int max) {
    List<JobHead> heads = new ArrayList<>();
    addEnded(JobGroup.DEAD, places.ended().oldestDead(upTo, max), heads);
    return heads;
  }

  /** Remembered jobs whose time is over. */
  List<JobHead> forgettable(long now, int max) {
    List<EndedJobs.Entry> entries = places.ended().forgettable(now, max);
    List<@Nullable PlacedJob> held = held(entries.stream().map(EndedJobs.Entry::id).toList());
    List<JobHead> heads = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      EndedJobs.Entry entry = entries.get(i);
      JobHead head = headIn(entry.stage(), held.get(i));
      if (head != null && head.forgetAt() == entry.moment()) {
        heads.add(head);
      } else {
        places.ended().remove(entry.moment(), entry.id());
      }
    }
    return heads;
  }

  private static @Nullable JobHead headIn(Stage stage, @Nullable PlacedJob held) {
    return held != null && held.head().stage() == stage ? held.head() : null;
  }

  /** Jobs with a tag, behind an id, in the order of ids. */
  List<JobHead> tagged(String tag, @Nullable String from, int limit) {
    return filled(
        limit,
        (@Nullable String last, Integer wanted) ->
            tags.page(tag, last == null ? from : last, wanted),
        (ids, heads) -> addTagged(tag, ids, heads));
  }

  private void addTagged(String tag, List<String> ids, List<JobHead> heads) {
    List<@Nullable PlacedJob> held = held(ids);
    for (int i = 0; i < ids.size(); i++) {
      JobHead leased = places.leases().find(ids.get(i));
      PlacedJob known = held.get(i);
      JobHead head = leased != null ? leased : known == null ? null : known.head();
      if (head == null || !head.terms().tags().contains(tag)) {
        tags.remove(tag, ids.get(i));
      } else {
        heads.add(head);
      }
    }
  }

  /** Jobs in any stage, behind an id, in the order of ids. */
  List<JobHead> byId(@Nullable String from, int limit) {
    return filled(
        limit,
        (@Nullable String last, Integer wanted) -> jobs.ids(last == null ? from : last, wanted),
        this::addAll);
  }

  private void addAll(List<String> ids, List<JobHead> heads) {
    List<String> unleased = ids.stream().filter(id -> places.leases().find(id) == null).toList();
    Iterator<@Nullable PlacedJob> held = held(unleased).iterator();
    for (String id : ids) {
      JobHead leased = places.leases().find(id);
      if (leased != null) {
        heads.add(leased);
        continue;
      }
      PlacedJob known = held.next();
      if (known != null) {
        heads.add(known.head());
      }
    }
  }

  private List<@Nullable PlacedJob> held(List<String> ids) {
    return jobs.find(ids, false);
  }
}
