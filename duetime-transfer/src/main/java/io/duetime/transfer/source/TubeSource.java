package io.duetime.transfer.source;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.OtherSystem;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.source.BeanstalkdLink.Reply;
import io.duetime.transfer.source.TubeSource.TubeScan.TubeJob;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes jobs out of a tube. A ready job is reserved until it is stored, so that no consumer gets
 * it; beanstalkd makes it ready again when the connection ends. A delayed or buried job stays as it
 * is until it is stored, and is then deleted.
 */
public final class TubeSource implements OtherSystem {
  /** The header by which the beanstalkd protocol of a server knows the TTR. */
  private static final String TTR = "Beanstalkd-Ttr";

  private static final int MOST = 1_000;
  private static final int MOST_BYTES = 1 << 20;
  private static final int AT_A_TIME = 20;

  private static final int LAST_PORT = 65_535;
  private static final String READY = "ready";
  private static final String DELAYED = "delayed";
  private static final String BURIED = "buried";

  private final Tube tube;
  private final BeanstalkdLink link;
  private final InstantSource clock;
  private final TubeScan scan;
  private final long begunMillis;
  private final String instance;
  private final Map<Long, TubeJob> found = new LinkedHashMap<>();

  /** Connects, and takes from a tube. */
  public TubeSource(Tube tube, InstantSource clock) {
    this.tube = tube;
    this.link = new BeanstalkdLink(tube.host(), tube.port());
    this.clock = clock;
    this.begunMillis = clock.millis();
    this.scan = new TubeScan(link, tube.name(), states());
    this.instance = link.ask("stats").value("id");
  }

  /**
   * A tube.
   *
   * @param host where beanstalkd listens
   * @param queue the queue of the jobs
   * @param buriedQueue the queue of buried jobs, or null to leave them
   */
  public record Tube(
      String host,
      int port,
      String name,
      String queue,
      @Nullable String buriedQueue,
      JobTerms terms) {
    /** Checks the names. */
    public Tube {
      Limits.queue("tube", name);
      Limits.queue("into", queue);
      if (buriedQueue != null) {
        Limits.queue("buriedInto", buriedQueue);
      }
    }

    /** Returns a tube at an address {@code HOST:PORT}. */
    public static Tube at(
        String address, String name, String queue, @Nullable String buriedQueue, JobTerms terms) {
      int colon = address.lastIndexOf(':');
      String digits = address.substring(colon + 1);
      int port = colon > 0 && digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
      if (port < 1 || port > LAST_PORT) {
        throw new InvalidRequestException("source", address, "HOST:PORT");
      }
      String host = address.substring(0, colon).replaceAll("^\\[|]$", "");
      return new Tube(host, port, name, queue, buriedQueue, terms);
    }
  }

  private Set<String> states() {
    return tube.buriedQueue() == null ? Set.of(READY, DELAYED) : Set.of(READY, DELAYED, BURIED);
  }

  @Override
  public Survey survey() {
    Reply stats = link.ask("stats-tube " + tube.name());
    Map<String, Long> counts = new TreeMap<>();
    Map<String, Long> stays = new TreeMap<>();
    stays.put("with a consumer", stats.number("current-jobs-reserved"));
    stays.put(BURIED, stats.number("current-jobs-buried"));
    List<Page<JobSpec>> samples = new ArrayList<>();
    link.ask("use " + tube.name());
    for (String state : states()) {
      stays.remove(state);
      counts.put(state, stats.number("current-jobs-" + state));
      sample(link.ask("peek-" + state), samples);
    }
    return new Survey(counts, stays, samples);
  }

  private void sample(Reply peeked, List<Page<JobSpec>> samples) {
    if (!peeked.is("FOUND")) {
      return;
    }
    Reply stats = link.ask("stats-job " + peeked.word(1));
    if (stats.is("OK")) {
      TubeJob job = TubeJob.read(stats);
      samples.add(new Page<>(tube.name(), queue(job), List.of(entry(job, peeked.data()))));
    }
  }

  private String queue(TubeJob job) {
    String buried = tube.buriedQueue();
    return buried != null && job.state().equals(BURIED) ? buried : tube.queue();
  }

  @Override
  public Page<JobSpec> take() {
    List<Entry<JobSpec>> entries = new ArrayList<>();
    String queue = "";
    while (entries.isEmpty()) {
      if (found.isEmpty()) {
        scan.find().forEach(job -> found.put(job.number(), job));
      }
      if (found.isEmpty()) {
        return Page.empty();
      }
      queue = queue(found.values().iterator().next());
      take(queue, entries);
    }
    return new Page<>(tube.name(), queue, entries);
  }

  private void take(String queue, List<Entry<JobSpec>> entries) {
    int bytes = 0;
    while (entries.size() < MOST && bytes < MOST_BYTES) {
      List<TubeJob> some =
          found.values().stream().filter(job -> queue(job).equals(queue)).limit(AT_A_TIME).toList();
      if (some.isEmpty()) {
        return;
      }
      some.forEach(job -> found.remove(job.number()));
      List<Reply> replies = link.ask(some.stream().map(TubeSource::take).toList());
      for (int i = 0; i < replies.size(); i++) {
        Reply reply = replies.get(i);
        if (reply.is("RESERVED") || reply.is("FOUND")) {
          entries.add(entry(some.get(i), reply.data()));
          bytes += reply.data().length;
        } else if (reply.is("NOT_FOUND")) {
          scan.lookAgain(some.get(i));
        } else {
          throw new TransferException(
              "beanstalkd answered " + reply.line() + "; version 1.12 or later is needed", false);
        }
      }
    }
  }

  private static String take(TubeJob job) {
    return (job.state().equals(READY) ? "reserve-job " : "peek ") + job.number();
  }

  private Entry<JobSpec> entry(TubeJob job, byte[] body) {
    return Entry.read(Long.toString(job.number()), () -> spec(job, body));
  }

  private JobSpec spec(TubeJob job, byte[] payload) {
    String id = instance + "-%020d".formatted(job.number());
    JobSpec spec =
        tube.terms()
            .job(id, payload, due(job), id)
            .priority(job.priority())
            .retry(RetryPolicy.builder().attempts(RetryPolicy.UNLIMITED).build())
            .build();
    Map<String, String> headers = Map.of(TTR, Long.toString(job.ttrSeconds()));
    return spec.toBuilder().body(spec.body().withHeaders(headers)).build();
  }

  /**
   * Jobs that are ready have one due time, so that they stay in the order of their numbers. The
   * seconds that are left are rounded down there.
   */
  private DueTime due(TubeJob job) {
    return DueTime.at(
        job.state().equals(DELAYED)
            ? clock.millis() + 1_000 * (job.leftSeconds() + 1)
            : begunMillis);
  }

  @Override
  public void forget(Page<JobSpec> page, List<Entry<JobSpec>> stored) {
    List<Reply> replies =
        link.ask(stored.stream().map(entry -> "delete " + entry.handle()).toList());
    for (Reply reply : replies) {
      if (!reply.is("DELETED") && !reply.is("NOT_FOUND")) {
        throw new TransferException("beanstalkd answered " + reply.line() + " to delete", false);
      }
    }
  }

  @Override
  public void close() {
    link.close();
  }

  /**
   * Finds the jobs of a tube. beanstalkd shows only the first job of each state, but numbers all
   * jobs in sequence. So the numbers are asked for one by one, the latest first, until the tube has
   * no more jobs.
   */
  static final class TubeScan {
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
      List<Reply> replies =
          link.ask(numbers.stream().map(number -> "stats-job " + number).toList());
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
}
