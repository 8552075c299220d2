package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.table.JobRecords.PlacedJob;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.WholeJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fetches the first waiting jobs in order, heads and bodies. */
final class DueJobs {
  private final JobRecords jobs;
  private final JobPlaces places;
  private final Consumer<JobHead> setAside;

  /**
   * Fetches from the places.
   *
   * @param setAside is given jobs whose body cannot be understood
   */
  DueJobs(JobPlaces places, JobRecords jobs, Consumer<JobHead> setAside) {
    this.jobs = jobs;
    this.places = places;
    this.setAside = setAside;
  }

  /** The first waiting jobs due before a moment, at least one when there is any. */
  List<WholeJob> first(long now, long beforeMillis, int max, long maxBytes) {
    while (true) {
      List<NearJob> next = places.order().due(now, beforeMillis, max);
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
      NearJob job = wanted.get(i);
      PlacedJob known = held.get(i);
      if (known == null) {
        jobs.missing(job.id());
        places.drop(job);
      } else if (!JobPlaces.isAt(known, job)) {
        places.drop(job);
      } else if (known.head().priority() != job.priority) {
        places.order().correct(job, known.head().priority());
      } else {
        room -= add(known.head(), found);
      }
    }
    return room;
  }

  /** Adds a job; answers how many bytes its payload has. */
  private int add(JobHead head, List<WholeJob> found) {
    JobBody body = jobs.body(head.id());
    if (body == null) {
      setAside.accept(head);
      return 0;
    }
    found.add(new WholeJob(head, body));
    return body.payload().length;
  }
}
