package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lists, counts and timelines. */
public abstract class ViewingContract extends Contract {
  private static final long HOUR = 3_600_000;

  @Test
  void aJobThatIsDueExactlyNowIsTheOldestReady() {
    long dueAt = now() + 1_000;
    queue.schedule(Jobs.jobAt("a", dueAt));
    advanceTo(dueAt - 1);
    assertThat(Answers.of(engine().counts(queue.name())).oldestReady()).isNull();
    assertThat(queue.counts().delayed()).isEqualTo(1);

    advanceTo(dueAt);

    assertThat(Answers.of(engine().counts(queue.name())).oldestReady())
        .isEqualTo(Instant.ofEpochMilli(dueAt));
    assertThat(queue.counts().ready()).isEqualTo(1);
  }

  @Test
  void aQueueThatDoesNotExistReadsAsAnEmptyOne() {
    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.list(Selection.ALL)).isEmpty();
    assertThat(queue.counts().waiting()).isZero();
    assertThat(Answers.of(engine().consumers("orders"))).isEmpty();
    assertThat(Answers.of(engine().queues())).isEmpty();
  }

  @Test
  void aListAscendsByDueTimeThenId() {
    long now = now();
    queue.schedule(Jobs.jobAt("b", now + 5).priority(1));
    queue.schedule(Jobs.jobAt("a", now + 5).priority(9));
    queue.schedule(Jobs.jobAt("z", now - 5));

    assertThat(queue.ids(Selection.ALL)).containsExactly("z", "a", "b");
  }

  @Test
  void groupsFollowEachOther() {
    queue.configure(settings -> settings.retention(Duration.ofHours(1)));
    queue.ack(queue.begin(Jobs.jobAt("done", 1)));
    queue.bury(queue.begin(Jobs.jobAt("dead", 2)));
    queue.begin(Jobs.jobAt("running", 3));
    queue.schedule(Jobs.jobAt("ready", 4));
    queue.schedule(Jobs.job("delayed", Duration.ofHours(1)));

    assertThat(queue.ids(Selection.ALL))
        .containsExactly("ready", "delayed", "running", "dead", "done");
    assertThat(queue.ids(Selection.ALL.in(JobState.DEAD, JobState.READY)))
        .containsExactly("ready", "dead");
    assertThat(queue.ids(Selection.ALL.in(JobState.DELAYED))).containsExactly("delayed");
    assertThat(queue.ids(Selection.ALL.in(JobState.RUNNING))).containsExactly("running");
    assertThat(queue.ids(Selection.ALL.in(JobState.DONE))).containsExactly("done");
  }

  @Test
  void pagesTogetherAreTheWholeListOnce() {
    queue.schedule(
        IntStream.range(0, 57)
            .mapToObj(i -> Jobs.job("" + i, Duration.ofSeconds(i % 5)).build())
            .toList());

    assertThat(queue.list(Selection.ALL, 10))
        .extracting(JobView::id)
        .hasSize(57)
        .doesNotHaveDuplicates()
        .isEqualTo(queue.ids(Selection.ALL));
  }

  @Test
  void aCursorGoesOnBehindItsLastJobWhateverChangesMeanwhile() {
    long now = now();
    for (int due = 1; due <= 6; due++) {
      queue.schedule(Jobs.jobAt("" + due, now + due));
    }
    JobPage<JobView> first = queue.page(Selection.WAITING, null, 3);
    queue.cancel("2");
    queue.cancel("3");
    queue.schedule(Jobs.jobAt("0", now));

    assertThat(queue.page(Selection.WAITING, first.cursor(), 10).jobs())
        .extracting(JobView::id)
        .containsExactly("4", "5", "6");
  }

  @Test
  void aTagIsListedInTheOrderOfIdsPageByPage() {
    for (int i = 0; i < 25; i++) {
      String tag = i % 2 == 0 ? "even" : "odd";
      queue.schedule(
          Jobs.job(String.format("%02d", i), Duration.ofSeconds(100 - i))
              .tags(List.of(tag, "all")));
    }

    assertThat(queue.list(Selection.ALL.tagged("even"), 4))
        .extracting(JobView::id)
        .hasSize(13)
        .isSorted()
        .allMatch(id -> Integer.parseInt(id) % 2 == 0);
    assertThat(queue.ids(Selection.ALL.tagged("none"))).isEmpty();
  }

  @Test
  void aPageEndsAfterItsBytesAndItsCursorGoesOn() {
    List<String> ids = IntStream.range(0, 6).mapToObj(i -> "big" + i).toList();
    for (String id : ids) {
      queue.schedule(Jobs.job(id).body(JobBody.of(new byte[1 << 20])).tags(List.of("red")));
    }

    assertFourJobsAndTheRest(Selection.WAITING, ids);
    assertFourJobsAndTheRest(Selection.ALL.tagged("red"), ids);
    assertFourJobsAndTheRest(Selection.ALL.among(ids), ids);
    List<ClaimedJob> claimed = queue.claim(10);
    assertFourJobsAndTheRest(Selection.ALL.in(JobState.RUNNING), ids);
    claimed.forEach(queue::bury);
    assertFourJobsAndTheRest(Selection.ALL, ids);
  }

  private void assertFourJobsAndTheRest(Selection selection, List<String> ids) {
    JobPage<JobView> first = queue.page(selection, null, 100);
    JobPage<JobView> rest = queue.page(selection, first.cursor(), 100);

    assertThat(first.jobs()).extracting(JobView::id).isEqualTo(ids.subList(0, 4));
    assertThat(rest.jobs()).extracting(JobView::id).isEqualTo(ids.subList(4, 6));
    assertThat(rest.cursor()).isNull();
  }

  @Test
  void countsTellTheOldestOverdueAndTheNextToCome() {
    long now = now();
    queue.schedule(Jobs.jobAt("old", now - 7_000));
    queue.schedule(Jobs.jobAt("new", now - 1_000));
    queue.schedule(Jobs.jobAt("next", now + 1_000));
    queue.schedule(Jobs.jobAt("later", now + 2_000));

    Counts counts = Answers.of(engine().counts(queue.name()));

    assertThat(counts.oldestReady()).isEqualTo(Instant.ofEpochMilli(now - 7_000));
    assertThat(counts.nextDue()).isEqualTo(Instant.ofEpochMilli(now + 1_000));
    queue.run(10);
    queue.cancel(List.of("next", "later"));
    counts = Answers.of(engine().counts(queue.name()));
    assertThat(counts.oldestReady()).isNull();
    assertThat(counts.nextDue()).isNull();
  }

  @Test
  void eventsAreCounted() {
    queue.schedule(Jobs.jobs("j", 5));
    List<ClaimedJob> jobs = queue.claim(4);
    queue.ack(jobs.get(0));
    queue.retry(jobs.get(1), Duration.ofHours(1));
    queue.bury(jobs.get(2));
    List<String> taken = jobs.stream().map(job -> job.lease().id()).toList();
    Jobs.jobs("j", 5).stream()
        .map(JobSpec::id)
        .filter(id -> !taken.contains(id))
        .forEach(queue::cancel);
    advance(TestQueue.LEASE);
    maintain();

    assertThat(queue.events()).isEqualTo(new Counts.Events(5, 4, 1, 2, 1, 1, 0, 0, 0, 1, 0));
  }

  @Test
  void aTimelineTellsWhatIsDueWhenInGaplessEqualParts() {
    long now = now();
    for (int minute : new int[] {0, 1, 1, 9}) {
      queue.schedule(Jobs.jobAt("" + queue.counts().waiting(), now + minute * 60_000L));
    }
    queue.schedule(Jobs.jobAt("outside", now + 600_000));

    Timeline timeline = Answers.of(engine().timeline(queue.name(), now, now + 600_000, 10));

    assertThat(timeline.now()).isEqualTo(Instant.ofEpochMilli(now));
    assertThat(timeline.buckets())
        .extracting(Timeline.Bucket::waiting)
        .containsExactly(1L, 2L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 1L);
    for (int i = 0; i < 10; i++) {
      assertThat(timeline.buckets().get(i).from())
          .isEqualTo(Instant.ofEpochMilli(now + i * 60_000L));
      assertThat(timeline.buckets().get(i).to())
          .isEqualTo(Instant.ofEpochMilli(now + (i + 1) * 60_000L));
    }
  }

  @Test
  void aTimelineTellsWhatRanAndHowLate() {
    long minute = now() / 60_000 * 60_000 + 120_000;
    queue.schedule(Jobs.jobAt("a", minute));
    queue.schedule(Jobs.jobAt("b", minute + 200));
    advanceTo(minute + 500);
    queue.run(10);

    Timeline timeline = Answers.of(engine().timeline(queue.name(), minute, minute + 60_000, 1));

    assertThat(timeline.buckets()).containsExactly(ran(minute, 60_000, 800, 500));
  }

  @Test
  void aTimelineTellsWhichAttemptsEndedWithSuccessAndWhichFailed() {
    long minute = now() / HOUR * HOUR + HOUR;
    advanceTo(minute + 45_000);
    queue.schedule(Stream.of("a", "b", "c", "d").map(id -> Jobs.job(id).build()).toList());
    List<ClaimedJob> jobs = queue.claim(10);
    queue.ack(jobs.get(0));
    queue.retry(jobs.get(1), Duration.ofHours(30));
    queue.bury(jobs.get(2));
    advanceTo(minute + 80_000);
    maintain();

    assertThat(parts(minute, 2 * 60_000, 2)).containsExactly("4 1 2", "0 0 1");
    advanceTo(minute + 26 * HOUR);
    maintain();
    assertThat(parts(minute, HOUR, 1)).containsExactly("4 1 3");
    queue.claim(10).forEach(queue::ack);
    assertThat(parts(minute + 26 * HOUR, HOUR, 1)).containsExactly("1 1 0");
    assertThat(parts(minute, HOUR, 1)).containsExactly("4 1 3");
  }

  private List<String> parts(long from, long length, int parts) {
    return Answers.of(engine().timeline(queue.name(), from, from + length, parts))
        .buckets()
        .stream()
        .map(part -> part.ran() + " " + part.done() + " " + part.failed())
        .toList();
  }

  /** A part of a timeline in which two jobs ran, with success. */
  private static Timeline.Bucket ran(long start, long length, long totalMillis, long maxMillis) {
    return new Timeline.Bucket(
        Instant.ofEpochMilli(start),
        Instant.ofEpochMilli(start + length),
        0,
        2,
        2,
        0,
        Duration.ofMillis(totalMillis),
        Duration.ofMillis(maxMillis));
  }

  private Timeline.Bucket hour(long start, int buckets, int bucket) {
    Timeline timeline = Answers.of(engine().timeline(queue.name(), start, start + HOUR, buckets));
    return timeline.buckets().get(bucket);
  }

  @Test
  void aTimelineKeepsThePastByTheMinuteForADayAndThenByTheHour() {
    long hour = now() / HOUR * HOUR + HOUR;
    queue.schedule(Jobs.jobAt("a", hour + 60_000));
    queue.schedule(Jobs.jobAt("b", hour + 50 * 60_000));
    advanceTo(hour + 60_000 + 300);
    queue.run(10);
    advanceTo(hour + 50 * 60_000 + 400);
    queue.run(10);

    advanceTo(hour + 24 * HOUR);
    maintain();
    assertThat(hour(hour, 60, 1).ran()).isEqualTo(1);
    assertThat(hour(hour, 60, 50).ran()).isEqualTo(1);

    advanceTo(hour + 24 * HOUR + HOUR / 2);
    maintain();
    assertThat(hour(hour, 1, 0).ran()).as("an hour of which a part is a day ago").isEqualTo(2);

    advanceTo(hour + 26 * HOUR);
    maintain();
    assertThat(hour(hour, 60, 0)).isEqualTo(ran(hour, 60_000, 700, 400));
    assertThat(hour(hour, 60, 1).ran()).isZero();

    advanceTo(hour + 35 * 24 * HOUR);
    maintain();
    assertThat(hour(hour, 1, 0)).isEqualTo(ran(hour, HOUR, 700, 400));

    advanceTo(hour + 35 * 24 * HOUR + HOUR);
    maintain();
    assertThat(hour(hour, 1, 0).ran()).isZero();
  }

  @Test
  void consumersAreSeenForAMinuteAfterTheyAskedWithWhatTheyHold() {
    queue.schedule(Jobs.jobs("j", 3));
    queue.claim(ClaimRequest.of(2, 30_000).by("b"));
    queue.claim(ClaimRequest.of(5, 50_000).by("a"));
    Instant now = Instant.ofEpochMilli(now());

    assertThat(Answers.of(engine().consumers(queue.name())))
        .containsExactlyInAnyOrder(new QueueConsumer("b", now, 2), new QueueConsumer("a", now, 1));
    advance(Duration.ofMillis(60_001));
    queue.claim(ClaimRequest.of(1, 1_000).dueBefore(0).by("a"));
    assertThat(Answers.of(engine().consumers(queue.name())))
        .extracting(QueueConsumer::name)
        .containsExactly("a");
  }

  @Test
  void aConsumerThatRunsJobsIsListedHoweverLongAgoItAsked() {
    queue.schedule(Jobs.jobs("j", 2));
    queue.claim(ClaimRequest.of(2, 600_000).by("busy"));
    Instant asked = Instant.ofEpochMilli(now());

    advance(Duration.ofMinutes(2));
    assertThat(Answers.of(engine().consumers(queue.name())))
        .containsExactly(new QueueConsumer("busy", asked, 2));
    advance(Duration.ofMinutes(8));
    assertThat(Answers.of(engine().consumers(queue.name()))).isEmpty();
  }
}
