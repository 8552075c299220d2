package io.duetime.transfer.source;

import io.duetime.transfer.source.BeanstalkdLink.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Finds the jobs of a tube. beanstalkd shows only the first job of each state, but numbers all jobs
 * in sequence. So the numbers are asked for one by one, the latest first, until the tube has no
 * more jobs.
 */
final class TubeScan {
  private static final int STEP = 1_000;

  /** So far in the future that no consumer ever sees it. */
  private static final String PROBE = "put 0 4294967295 1 0\r\n";

  private final BeanstalkdLink link;
  private final String tube;
  private final Set<String> states;
  private final Set<Long> otherStates = new TreeSet<>();
  private long scannedTo;
  private long next;
  private long floor;

  /**
   * What {@code stats-job} says.
   *
   * @param leftSeconds the whole seconds until a delayed job is ready
   */
  record TubeJob(long number, String state, long priority, long ttrSeconds, long leftSeconds) {
    static TubeJob read(Reply stats) {
      return new TubeJob(
          stats.number("id"),
          stats.value("state"),
          stats.number("pri"),
          stats.number("ttr"),
          stats.number("time-left"));
    }
  }

  TubeScan(BeanstalkdLink link, String tube, Set<String> states) {
    this.link = link;
    this.tube = tube;
    this.states = states;
  }

  /** Counts the jobs of the tube that may be taken. */
  long count() {
    Reply stats = link.ask("stats-tube " + tube);
    return states.stream().mapToLong(state -> stats.number("current-jobs-" + state)).sum();
  }

  private boolean isEmpty() {
    return count() == 0 && link.ask("stats-tube " + tube).number("current-jobs-reserved") == 0;
  }

  /** Notes a job that a consumer has got before it was taken; it may be released. */
  void lookAgain(TubeJob job) {
    otherStates.add(job.number());
  }

  /** Finds further jobs in these states; empty if there are none at the moment. */
  List<TubeJob> find() {
    List<TubeJob> found = List.of();
    while (found.isEmpty() && next > floor) {
      long from = Math.max(floor, next - STEP);
      found = look(LongStream.rangeClosed(from + 1, next).boxed().toList());
      next = from;
      if (found.isEmpty() && isEmpty()) {
        next = floor;
      }
    }
    return found.isEmpty() && count() > 0 ? findNew() : found;
  }

  /** Jobs that were put since, and jobs that have changed their state. */
  private List<TubeJob> findNew() {
    List<TubeJob> changed = look(List.copyOf(otherStates));
    if (!changed.isEmpty()) {
      return changed;
    }
    long latest = latest();
    if (latest == scannedTo) {
      return List.of();
    }
    floor = scannedTo;
    scannedTo = latest;
    next = latest;
    return find();
  }

  /** The number of the latest job; that of a job that is deleted at once. */
  private long latest() {
    link.ask("use duetime-import");
    Reply inserted = link.ask(PROBE);
    long probe = Long.parseLong(inserted.word(1));
    link.ask("delete " + probe);
    return probe;
  }

  private List<TubeJob> look(List<Long> numbers) {
    List<Reply> replies = link.ask(numbers.stream().map(number -> "stats-job " + number).toList());
    List<TubeJob> found = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      Reply reply = replies.get(i);
      long number = numbers.get(i);
      otherStates.remove(number);
      if (!reply.is("OK") || !reply.value("tube").equals(tube)) {
        continue;
      }
      TubeJob job = TubeJob.read(reply);
      if (states.contains(job.state())) {
        found.add(job);
      } else {
        otherStates.add(number);
      }
    }
    return found;
  }
}
