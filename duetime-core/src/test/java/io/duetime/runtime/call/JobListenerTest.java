package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.memory.MemoryEngine;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.fixture.Simulation;
import io.duetime.time.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What listeners hear, in which order, and that they break nothing. */
class JobListenerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T06:00:00Z"));
  private final FailingEngine engine = new FailingEngine(new MemoryEngine(time));
  private final Recorder recorder = new Recorder();
  private final Duetime duetime = open(recorder);
  private final JobQueue<String> queue = duetime.queue("orders", Codec.string());

  private Duetime open(JobListener... listeners) {
    var settings =
        Duetime.builder().uri("memory:").time(time).executor(time).random(new SplittableRandom(1));
    List.of(listeners).forEach(settings::listener);
    return StoreClient.over(engine, settings.build(), ClientContext.Pace.NORMAL);
  }

  @AfterEach
  void close() {
    duetime.close();
  }

  @Test
  void aRunIsReportedFromItsRequestToItsSettlement() {
    queue.schedule("a", "x", SECOND);
    queue.worker(job -> recorder.note("handler")).start();
    recorder.heard.clear();

    time.advance(SECOND);

    assertThat(recorder.heard)
        .filteredOn(event -> !event.startsWith("store") && !event.startsWith("claimed"))
        .containsExactly("started a PT0S", "handler", "ended a", "settled ACKED", "finished ACKED");
    assertThat(recorder.heard).contains("claimed 1", "store claim", "store settle");
  }

  @Test
  void aFailureIsReportedOnTheHandlersThreadBeforeTheRetry() {
    queue.schedule(JobRequest.builder("x").id("a").retry(RetryPolicy.none()).build());
    queue
        .worker(job -> {
          throw new IllegalStateException("no");
        })
        .start();

    time.advance(SECOND);

    assertThat(recorder.heard).containsSubsequence("ended a", "settled DEAD", "finished DEAD");
  }

  @Test
  void headersOfListenersAreStoredAndThoseOfTheCallerWin() {
    recorder.headers.put("traceparent", "ours");
    recorder.headers.put("mine", "theirs");

    queue.schedule(JobRequest.builder("x").id("a").delay(SECOND).header("mine", "mine").build());

    assertThat(queue.find("a").orElseThrow().headers())
        .isEqualTo(Map.of("traceparent", "ours", "mine", "mine"));
  }

  @Test
  void aHeaderThatDoesNotFitIsLeftOut() {
    recorder.headers.put("traceparent", "ours");
    recorder.headers.put("baggage", "x".repeat(Limits.MAX_TEXT_BYTES + 1));
    recorder.headers.put("nothing", null);
    recorder.headers.put("", "unnamed");

    queue.schedule(JobRequest.builder("x").id("a").delay(SECOND).header("mine", "mine").build());

    assertThat(queue.find("a").orElseThrow().headers())
        .isEqualTo(Map.of("traceparent", "ours", "mine", "mine"));
  }

  @Test
  void headersAboveTheNumberAreLeftOut() {
    for (int i = 0; i < Limits.MAX_HEADERS; i++) {
      recorder.headers.put("header" + i, "x");
    }

    queue.schedule(JobRequest.builder("x").id("a").delay(SECOND).header("mine", "mine").build());

    assertThat(queue.find("a").orElseThrow().headers())
        .hasSize(Limits.MAX_HEADERS)
        .containsEntry("mine", "mine")
        .doesNotContainKey("header" + (Limits.MAX_HEADERS - 1));
  }

  @Test
  void aRequestThatIsInvalidBeforeItIsSentIsNotReported() {
    queue.scheduleAll(Arrays.asList((JobRequest<String>) null));

    assertThat(recorder.heard).isEmpty();
  }

  @Test
  void aRequestWithoutAnAnswerIsReportedOnce() {
    engine.broken = true;

    assertThatThrownBy(() -> queue.schedule("a", "x", Duration.ZERO)).hasRootCauseMessage("broken");
    assertThatThrownBy(() ->
            queue.scheduleAll(
                List.of(
                    JobRequest.builder("x").id("b").build(),
                    JobRequest.builder("x").id("c").durability(Durability.NONE).build())))
        .hasRootCauseMessage("broken");

    assertThat(recorder.heard)
        .filteredOn(event -> !event.startsWith("store"))
        .containsExactly(
            "scheduling a",
            "not scheduled a",
            "scheduling b",
            "scheduling c",
            "not scheduled b",
            "not scheduled c");
    assertThat(recorder.heard).contains("store schedule failed");
  }

  @Test
  void aBatchThatCannotBeEncodedIsNotReported() {
    JobQueue<String> faulty =
        duetime.queue(
            "faulty",
            new Codec<>() {
              @Override
              public byte[] encode(String value) {
                if (value.equals("b")) {
                  throw new AssertionError("of the codec");
                }
                return new byte[0];
              }

              @Override
              public String decode(byte[] bytes) {
                return "";
              }
            });

    assertThatThrownBy(() ->
            faulty.scheduleAll(
                List.of(JobRequest.builder("a").build(), JobRequest.builder("b").build())))
        .isInstanceOf(AssertionError.class);

    assertThat(recorder.heard).isEmpty();
  }

  @Test
  void theLatenessOfACallersClaimIsTheTimeSinceTheDueTime() {
    queue.schedule("a", "x", SECOND);
    time.advance(Duration.ofSeconds(4));

    queue.claim(1, Duration.ofSeconds(30), Duration.ZERO).get(0).ack();

    assertThat(recorder.heard).containsSubsequence("leased PT3S", "settled ACKED");
  }

  @Test
  void aListenerThatFailsAtEveryEventStopsNoJob() {
    List<String> ran = new ArrayList<>();
    try (Duetime faulty = open(new Faulty())) {
      JobQueue<String> other = faulty.queue("other", Codec.string());
      other.worker(job -> ran.add(job.id())).start();

      other.schedule("a", "x", Duration.ZERO);
      other.schedule("b", "x", Duration.ZERO);
      time.advance(SECOND);

      assertThat(ran).containsExactly("a", "b");
      assertThat(other.counts().waiting()).isZero();
    }
  }

  @Test
  void onlyTheFirstFailureOfAListenerIsLogged() {
    Listeners listeners = new Listeners(List.of(new Faulty(), new Recorder()));
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      listeners.notify(one -> one.claimed("orders", 1));
      listeners.notify(one -> one.settled("orders", SettleOutcome.ACKED));
    } finally {
      System.setErr(before);
    }

    assertThat(log.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("its further failures are not logged");
  }

  @Test
  void theSkewOfAStoreElsewhereIsReportedWithItsClaims() {
    Simulation world = Simulation.ofStoreElsewhere();
    StoreClock clock = new StoreClock(world.time, false);
    ClientContext context =
        new ClientContext(
            world.engine.engine(),
            world.time,
            clock,
            Runnable::run,
            null,
            new SplittableRandom(1),
            new Listeners(List.of(recorder)),
            ClientContext.Pace.NORMAL,
            new FailureLog(world.time, line -> {}));
    long ahead = world.time.instant().plusSeconds(5).toEpochMilli();

    context.learnClock(ahead, world.time.nanoTime());

    assertThat(recorder.heard).containsExactly("skew 5");
    world.close();
  }

  private static final class FailingEngine extends ForwardingEngine {
    private boolean broken;

    FailingEngine(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Scheduled>> schedule(
        String queue, List<JobSpec> jobs, Durability durability) {
      return broken
          ? CompletableFuture.failedFuture(new IllegalStateException("broken"))
          : super.schedule(queue, jobs, durability);
    }
  }

  private static final class Recorder implements JobListener {
    private final List<String> heard = new ArrayList<>();
    private final Map<String, @Nullable String> headers = new LinkedHashMap<>();

    void note(String event) {
      heard.add(event);
    }

    @Override
    public boolean neverBlocks() {
      return true;
    }

    @Override
    public Map<String, String> scheduling(String queue, String id) {
      note("scheduling " + id);
      return headers;
    }

    @Override
    public void scheduled(String queue, Scheduled answer) {
      note("scheduled " + answer.id());
    }

    @Override
    public void scheduleFailed(String queue, String id, Throwable failure) {
      note("not scheduled " + id);
    }

    @Override
    public void claimed(String queue, int jobs) {
      note("claimed " + jobs);
    }

    @Override
    public void leased(String queue, Duration lateness) {
      note("leased " + lateness);
    }

    @Override
    public void started(Job<?> job, Duration lateness) {
      note("started " + job.id() + " " + lateness);
    }

    @Override
    public void ended(Job<?> job) {
      note("ended " + job.id());
    }

    @Override
    public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
      note("finished " + outcome);
    }

    @Override
    public void settled(String queue, SettleOutcome outcome) {
      note("settled " + outcome);
    }

    @Override
    public void clockSkew(Duration skew) {
      note("skew " + skew.toSeconds());
    }

    @Override
    public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
      note("store " + operation + (failure == null ? "" : " failed"));
    }
  }

  /** Fails at each event. */
  private static final class Faulty implements JobListener {
    private static IllegalStateException fault() {
      return new IllegalStateException("of the listener");
    }

    @Override
    public Map<String, String> scheduling(String queue, String id) {
      throw fault();
    }

    @Override
    public void scheduled(String queue, Scheduled answer) {
      throw fault();
    }

    @Override
    public void claimed(String queue, int jobs) {
      throw fault();
    }

    @Override
    public void started(Job<?> job, Duration lateness) {
      throw fault();
    }

    @Override
    public void ended(Job<?> job) {
      throw fault();
    }

    @Override
    public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
      throw fault();
    }

    @Override
    public void settled(String queue, SettleOutcome outcome) {
      throw fault();
    }

    @Override
    public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
      throw fault();
    }
  }
}
