package io.duetime.server.moving.beanstalkd;

import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.server.moving.Source;
import io.duetime.server.moving.Survey;
import io.duetime.server.moving.beanstalkd.BeanstalkdLink.Reply;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Takes jobs out of a tube. A ready job is reserved until it is stored, so that no consumer gets
 * it; beanstalkd makes it ready again when the connection ends. A delayed or buried job stays as it
 * is until it is stored, and is then deleted.
 */
final class TubeSource implements Source {
  /** The header by which the beanstalkd protocol of a server knows the TTR. */
  private static final String TTR = "Beanstalkd-Ttr";

  private static final int MOST = 1_000;
  private static final int MOST_BYTES = 1 << 20;
  private static final int AT_A_TIME = 20;

  private final SourceTube tube;
  private final BeanstalkdLink link;
  private final InstantSource clock;
  private final TubeScan scan;
  private final long begunMillis;
  private final String instance;
  private final Map<Long, TubeJob> found = new LinkedHashMap<>();

  TubeSource(SourceTube tube, BeanstalkdLink link, InstantSource clock) {
    this.tube = tube;
    this.link = link;
    this.clock = clock;
    this.begunMillis = clock.millis();
    this.scan = new TubeScan(link, tube.name(), states());
    this.instance = link.ask("stats").value("id");
  }

  private Set<String> states() {
    return tube.buriedQueue() == null
        ? Set.of(TubeJob.READY, TubeJob.DELAYED)
        : Set.of(TubeJob.READY, TubeJob.DELAYED, TubeJob.BURIED);
  }

  @Override
  public Survey survey() {
    Reply stats = link.ask("stats-tube " + tube.name());
    Map<String, Long> counts = new TreeMap<>();
    Map<String, Long> stays = new TreeMap<>();
    stays.put("with a consumer", stats.number("current-jobs-reserved"));
    stays.put(TubeJob.BURIED, stats.number("current-jobs-buried"));
    List<Source.Page> samples = new ArrayList<>();
    link.ask("use " + tube.name());
    for (String state : states()) {
      stays.remove(state);
      counts.put(state, stats.number("current-jobs-" + state));
      sample(link.ask("peek-" + state), samples);
    }
    return new Survey(counts, stays, samples);
  }

  private void sample(Reply peeked, List<Source.Page> samples) {
    if (!peeked.is("FOUND")) {
      return;
    }
    Reply stats = link.ask("stats-job " + peeked.word(1));
    if (stats.is("OK")) {
      TubeJob job = TubeJob.read(stats);
      samples.add(new Source.Page(tube.name(), queue(job), List.of(entry(job, peeked.data()))));
    }
  }

  private String queue(TubeJob job) {
    String buried = tube.buriedQueue();
    return buried != null && job.state().equals(TubeJob.BURIED) ? buried : tube.queue();
  }

  @Override
  public Source.Page take() {
    List<Source.Entry> entries = new ArrayList<>();
    String queue = "";
    while (entries.isEmpty()) {
      if (found.isEmpty()) {
        scan.find().forEach(job -> found.put(job.number(), job));
      }
      if (found.isEmpty()) {
        return Source.Page.EMPTY;
      }
      queue = queue(found.values().iterator().next());
      take(queue, entries);
    }
    return new Source.Page(tube.name(), queue, entries);
  }

  private void take(String queue, List<Source.Entry> entries) {
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
          throw new Source.Failure(
              "beanstalkd answered " + reply.line() + "; version 1.12 or later is needed", false);
        }
      }
    }
  }

  private static String take(TubeJob job) {
    return (job.state().equals(TubeJob.READY) ? "reserve-job " : "peek ") + job.number();
  }

  private Source.Entry entry(TubeJob job, byte[] body) {
    return Source.Entry.read(Long.toString(job.number()), () -> spec(job, body));
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
    return spec.toBuilder().body(new JobBody(payload, spec.body().contentType(), headers)).build();
  }

  /**
   * Jobs that are ready have one due time, so that they stay in the order of their numbers. The
   * seconds that are left are rounded down there.
   */
  private DueTime due(TubeJob job) {
    return DueTime.at(
        job.state().equals(TubeJob.DELAYED)
            ? clock.millis() + 1_000 * (job.leftSeconds() + 1)
            : begunMillis);
  }

  @Override
  public void forget(Source.Page page, List<Source.Entry> stored) {
    List<Reply> replies =
        link.ask(stored.stream().map(entry -> "delete " + entry.handle()).toList());
    for (Reply reply : replies) {
      if (!reply.is("DELETED") && !reply.is("NOT_FOUND")) {
        throw new Source.Failure("beanstalkd answered " + reply.line() + " to delete", false);
      }
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
