package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.Counts;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what a store has with what a journal says was answered. */
final class StormCheck {
  private final Map<String, Known> jobs = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  private static final class Known {
    String letters = "";
    long fence;

    boolean was(char letter) {
      return letters.indexOf(letter) >= 0;
    }
  }

  /** Reads a journal; a last line that was cut off does not count. */
  StormCheck(Path journal) throws IOException {
    String text = Files.readString(journal);
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      String[] words = line.split(" ", -1);
      Known job = jobs.computeIfAbsent(words[1], id -> new Known());
      if (words[0].equals("C")) {
        if (job.fence != 0) {
          problems.add(words[1] + " was leased twice: " + job.fence + " and " + words[2]);
        }
        job.fence = Long.parseLong(words[2]);
      }
      job.letters += words[0];
    }
  }

  /** The largest fence that was answered. */
  long lastFence() {
    return jobs.values().stream().mapToLong(job -> job.fence).max().orElse(0);
  }

  int size() {
    return jobs.size();
  }

  /** Everything that is not as was answered. */
  List<String> problems(EmbeddedEngine engine) {
    Map<String, JobView> found = all(engine);
    jobs.forEach((id, job) -> compare(id, job, found.get(id)));
    for (String id : found.keySet()) {
      if (!jobs.containsKey(id)) {
        problems.add(id + " was never asked for");
      }
    }
    count(engine, found);
    return problems;
  }

  private static Map<String, JobView> all(EmbeddedEngine engine) {
    Map<String, JobView> found = new HashMap<>();
    String cursor = null;
    do {
      JobPage<JobView> page = answer(engine.list(StormChild.QUEUE, Selection.ALL, cursor, 1_000));
      page.jobs().forEach(job -> found.put(job.id(), job));
      cursor = page.cursor();
    } while (cursor != null);
    return found;
  }

  private void compare(String id, Known job, JobView found) {
    boolean mayBeGone = job.was('a') || job.was('x');
    if ((job.was('A') || job.was('X')) && found != null) {
      problems.add(id + " has come back: " + job.letters);
    }
    if (job.was('S') && !mayBeGone && found == null) {
      problems.add(id + " is lost: " + job.letters);
    }
    if (job.fence != 0 && found != null && !isHeldBy(found, job.fence)) {
      problems.add(id + " was leased with " + job.fence + " and is " + found);
    }
  }

  private static boolean isHeldBy(JobView found, long fence) {
    return found.state() == JobState.RUNNING && found.traits().fence() == fence;
  }

  private void count(EmbeddedEngine engine, Map<String, JobView> found) {
    Counts.States now = answer(engine.counts(StormChild.QUEUE)).now();
    long running = found.values().stream().filter(job -> job.state() == JobState.RUNNING).count();
    if (now.running() != running || now.waiting() != found.size() - running) {
      problems.add(found.size() + " jobs, " + running + " of them running, count as " + now);
    }
  }
}
