package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.disk.Reading;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.list.Position;
import java.util.ArrayList;
import java.util.List;

/** Where one job has to be found, and where it is not. */
final class JobIndex {
  private static final long MINUTE_MILLIS = 60_000;

  private final Disk disk;
  private final Keys keys;
  private final QueueFacts queue;
  private final JobHead job;

  JobIndex(Disk disk, byte[] key, QueueFacts queue, JobHead job) {
    this.disk = disk;
    this.keys = new Keys(Keys.queue(key));
    this.queue = queue;
    this.job = job;
  }

  List<String> missingWhileWaiting() {
    List<String> missing = new ArrayList<>();
    queue.addWaiting(job.dueAt() / MINUTE_MILLIS);
    if (disk.read(Family.DUE, keys.due(job.dueAt(), job.id())).isAbsent()) {
      missing.add("where due jobs are looked for: it never becomes due");
    }
    if (job.dueAt() < queue.toldFloor) {
      missing.add("behind the moment from which due jobs are looked for: it never becomes due");
    }
    byte[] ready = keys.ready(job.priority(), job.dueAt(), job.id());
    if (queue.isOrdered(Position.of(job)) && disk.read(Family.DUE, ready).isAbsent()) {
      missing.add("among the ready jobs: it waits until all others have run");
    }
    return missing;
  }

  List<String> missingOnceEnded() {
    List<String> missing = new ArrayList<>();
    boolean isDead = job.stage() == Stage.DEAD;
    if (!isEntry(isDead ? End.DEAD : End.REMEMBERED, job.moment())) {
      missing.add("in the list of ended jobs");
    }
    if (!isDead && !isEntry(End.FORGET, job.forgetAt())) {
      missing.add("in the list of what is to be forgotten: it is kept for ever");
    }
    return missing;
  }

  private boolean isEntry(End kind, long moment) {
    Reading entry = disk.read(Family.ENDED, keys.ended(kind, moment, job.id()));
    byte[] stage = entry.value();
    return entry.damage() != null
        || (stage != null && stage.length == 1 && stage[0] == Numbered.STAGES.of(job.stage()));
  }

  List<String> missingTags() {
    return job.terms().tags().stream()
        .filter(tag -> disk.read(Family.TAG, keys.tag(tag, job.id())).isAbsent())
        .map(tag -> "under its tag " + tag)
        .toList();
  }
}
