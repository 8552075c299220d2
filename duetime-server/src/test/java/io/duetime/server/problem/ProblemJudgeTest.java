package io.duetime.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.runtime.call.Presence;
import io.duetime.server.problem.StoreFacts.Attempts;
import io.duetime.server.problem.StoreFacts.QueueFacts;
import io.duetime.server.problem.StoreFacts.Warning;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What facts are judged as; each test is a row of facts and the problems that they are. */
class ProblemJudgeTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final Attempts NONE = new Attempts(60_000, 0, 0, 0);
  private static final Attempts SOME = new Attempts(60_000, 20, 20, 0);

  private final List<QueueFacts> queues = new ArrayList<>();
  private final List<Presence> present = new ArrayList<>();
  private final List<Warning> warnings = new ArrayList<>();

  @Test
  void aQueueWhoseJobsRunInTimeIsWell() {
    queue("q", states(5, 1, 0), 10_000, QueueSettings.DEFAULT, 1, SOME, SOME);

    assertThat(judged()).isEmpty();
  }

  @Test
  void aLateQueueWithoutConsumersHasNone() {
    queue("q", states(5, 0, 0), 10_001, QueueSettings.DEFAULT, 0, NONE, NONE);

    assertThat(judged()).containsExactly("NO_CONSUMER q 5 jobs 10001 ms harm 50");
  }

  @Test
  void aQueueIsLateAfterItsOwnLimit() {
    QueueSettings patient = QueueSettings.builder().lateAfter(Duration.ofMinutes(5)).build();
    queue("q", states(5, 0, 0), 299_000, patient, 0, NONE, NONE);

    assertThat(judged()).isEmpty();
  }

  @Test
  void handlersOfWhichNoneEndsAreBusy() {
    queue(
        "q",
        states(5, 2, 0),
        60_000,
        QueueSettings.DEFAULT,
        0,
        SOME,
        new Attempts(10_000, 0, 0, 0));

    assertThat(judged()).containsExactly("HANDLERS_BUSY q 5 jobs 60000 ms harm 300");
  }

  @Test
  void handlersThatEndAndAreTooFewAreBehind() {
    queue(
        "q",
        states(5, 2, 0),
        60_000,
        QueueSettings.DEFAULT,
        1,
        SOME,
        new Attempts(10_000, 3, 3, 0));

    assertThat(judged()).containsExactly("BEHIND q 5 jobs 60000 ms harm 300");
  }

  @Test
  void limitsHoldJobsBack() {
    QueueSettings full = QueueSettings.builder().maxRunning(2).build();
    QueueSettings slow =
        QueueSettings.builder().rate(new QueueSettings.Rate(20, Duration.ofMinutes(1), 1)).build();
    queue("full", states(5, 2, 0), 60_000, full, 1, SOME, SOME);
    queue("slow", states(5, 1, 0), 60_000, slow, 1, SOME, SOME);

    assertThat(judged())
        .containsExactly(
            "LIMITED full 5 jobs 60000 ms harm 300", "LIMITED slow 5 jobs 60000 ms harm 300");
  }

  @Test
  void aPausedQueueIsAProblemWhileJobsWait() {
    QueueSettings paused = QueueSettings.builder().paused().build();
    queue("waits", states(5, 0, 0), 60_000, paused, 1, NONE, NONE);
    queue("idle", states(0, 0, 0), -1, paused, 1, NONE, NONE);

    assertThat(judged()).containsExactly("PAUSED waits 5 jobs 60000 ms harm 300");
  }

  @Test
  void mostAttemptsThatFailAreMeasuredByShareAndNumber() {
    Attempts failing = new Attempts(60_000, 10, 2, 8);
    queue("bad", states(0, 0, 0), -1, QueueSettings.DEFAULT, 1, failing, NONE);
    queue(
        "fair", states(0, 0, 0), -1, QueueSettings.DEFAULT, 1, new Attempts(60_000, 9, 5, 4), NONE);
    queue(
        "few", states(0, 0, 0), -1, QueueSettings.DEFAULT, 1, new Attempts(60_000, 2, 0, 2), NONE);

    assertThat(judged()).containsExactly("FAILING bad 8 jobs 0 ms harm 384");
  }

  @Test
  void deadJobsAreTheLeastOfProblems() {
    queue("q", states(0, 0, 7), -1, QueueSettings.DEFAULT, 1, SOME, SOME);

    assertThat(judged()).containsExactly("DEAD q 7 jobs 0 ms harm 0");
  }

  @Test
  void aHungHandlerIsToldByWhoeverHearsOfIt() {
    queue("q", states(0, 1, 0), -1, QueueSettings.DEFAULT, 1, SOME, SOME);
    present.add(
        new Presence(
            "7@host",
            NOW,
            null,
            List.of(new Presence.Working("q", "q-1", 2, 1, 1, false, 0, List.of("j"))),
            List.of(),
            0));

    StoreProblem only = judge().get(0);
    assertThat(judged()).containsExactly("HANDLERS_ABANDONED q 1 jobs 0 ms harm 60");
    assertThat(ProblemText.cause(only))
        .isEqualTo(
            "handlers go on although they were interrupted: 1 at q-1 of 7@host; their jobs: j");
  }

  @Test
  void aLateQueueWhoseOnlyConsumerIsStuckHasBusyHandlers() {
    queue("q", states(5, 0, 0), 60_000, QueueSettings.DEFAULT, 1, NONE, NONE);
    present.add(
        new Presence(
            "7@host",
            NOW,
            null,
            List.of(new Presence.Working("q", "q-1", 1, 0, 2, true, NOW, List.of("j", "k"))),
            List.of(),
            0));

    assertThat(judged())
        .containsExactly(
            "HANDLERS_BUSY q 5 jobs 60000 ms harm 300",
            "HANDLERS_ABANDONED q 2 jobs 0 ms harm 120");
  }

  @Test
  void aTargetThatIsDownIsOneProblemOfAllItsQueues() {
    queue("a", states(3, 0, 0), 60_000, QueueSettings.DEFAULT, 1, NONE, NONE);
    queue("b", states(2, 0, 0), 20_000, QueueSettings.DEFAULT, 1, NONE, NONE);
    target("main", false, "a");
    target("main", false, "b");

    assertThat(judged()).containsExactly("TARGET_DOWN main 5 jobs 60000 ms harm 220");
    assertThat(judge().get(0).queues()).containsOnlyKeys("a", "b");
  }

  @Test
  void theLatestSuccessAtAnyServerIsTheOneThatIsTold() {
    target("main", false, "a", 0);
    target("main", false, "b", NOW - 9_000);
    target("main", false, "c", NOW - 20_000);

    StoreProblem down = judge().get(0);

    assertThat(down.details()).containsEntry("lastSuccessAt", "2027-01-15T07:59:51.000Z");
    assertThat(new String(down.shape().bytes(), UTF_8))
        .contains("nothing is sent to the target, last delivered 2027-01-15T07:59:51.000Z: 503");
  }

  @Test
  void aMissingDestinationConcernsItsQueueAlone() {
    queue("a", states(3, 0, 0), 60_000, QueueSettings.DEFAULT, 1, NONE, NONE);
    target("main", true, "a");

    assertThat(judged()).containsExactly("DESTINATION_MISSING a 3 jobs 60000 ms harm 180");
  }

  @Test
  void findingsOfTheStoreComeFirst() {
    warnings.add(new Warning("clock of a", false, "differs", "sync", NOW));
    warnings.add(new Warning("records", false, "1 set aside", "look", NOW));
    warnings.add(new Warning("scripts of a", true, "do not run", "allow", NOW));
    warnings.add(new Warning("durability", false, "on the heap", "", NOW));

    assertThat(judge())
        .extracting(StoreProblem::kind)
        .containsExactly(
            StoreProblem.Kind.STORE, StoreProblem.Kind.DAMAGED, StoreProblem.Kind.CLOCK);
  }

  @Test
  void theMostHarmfulComeFirstAndKnownOnesLast() {
    queue("small", states(1, 0, 0), 20_000, QueueSettings.DEFAULT, 0, NONE, NONE);
    queue("large", states(100, 0, 0), 20_000, QueueSettings.DEFAULT, 0, NONE, NONE);
    queue("dead", states(0, 0, 9), -1, QueueSettings.DEFAULT, 0, NONE, NONE);
    List<StoreProblem> all = new ArrayList<>(judge());

    all.replaceAll(one ->
        "large".equals(one.queue())
            ? one.known(new StoreProblem.Known(NOW + 1, "ann", "soon"))
            : one);
    all.sort(StoreProblem.orderAt(NOW));

    assertThat(all).extracting(StoreProblem::queue).containsExactly("small", "dead", "large");
  }

  @Test
  void namesThatAreManyAreCutSoThatAProblemFitsItsDocument() {
    List<String> jobs = IntStream.range(0, 30).mapToObj(i -> "j" + i).toList();
    present.add(
        new Presence(
            "7@host",
            NOW,
            null,
            List.of(new Presence.Working("q", "w", 1, 1, 30, false, 0, jobs)),
            List.of(),
            0));
    for (int i = 0; i < 500; i++) {
      String name = "q".repeat(190) + i;
      queue(name, states(i + 1, 0, 0), 60_000, QueueSettings.DEFAULT, 0, NONE, NONE);
      target("main", false, name);
    }

    List<StoreProblem> found = judge();

    StoreProblem down = found.get(0);
    StoreProblem shown = down.shownTo(queue -> true, queue -> true);
    assertThat(down.stored().length).isLessThan(Limits.MAX_DOCUMENT_BYTES);
    assertThat(StoreProblem.read(down.stored()).queues()).hasSize(100);
    assertThat(shown.queues()).hasSize(100).containsKey("q".repeat(190) + 499);
    assertThat(shown.details()).containsEntry("moreQueues", "400");
    assertThat(shown.jobs()).isEqualTo(500 * 501 / 2);
    // Whoever reads one of the others sees it, too.
    assertThat(down.shownTo(("q".repeat(190) + 0)::equals, queue -> true).jobs()).isEqualTo(1);
    assertThat(found.get(found.size() - 1).details().get("jobIds"))
        .startsWith("j0, j1, ")
        .endsWith(", j19 and 10 more");
  }

  private static Counts.States states(long ready, long running, long dead) {
    return new Counts.States(0, ready, running, dead, 0, 0, 0);
  }

  private void queue(
      String name,
      Counts.States states,
      long lateMillis,
      QueueSettings settings,
      int consumers,
      Attempts minute,
      Attempts recent) {
    @Nullable Instant oldest = lateMillis < 0 ? null : Instant.ofEpochMilli(NOW - lateMillis);
    Counts.Events none = new Counts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    Counts counts = new Counts(states, none, oldest, null);
    queues.add(new QueueFacts(name, counts, settings, consumers, minute, recent));
  }

  private void target(String name, boolean isMissing, String queue) {
    target(name, isMissing, queue, 0);
  }

  private void target(String name, boolean isMissing, String queue, long success) {
    Presence.Target down =
        new Presence.Target(name, isMissing, NOW - 1_000, NOW, success, "503", List.of(queue));
    present.add(new Presence("7@host", NOW, null, List.of(), List.of(down), 0));
  }

  private List<StoreProblem> judge() {
    List<StoreProblem> found =
        new ArrayList<>(ProblemJudge.judge(new StoreFacts(NOW, queues, present, warnings)));
    found.sort(StoreProblem.orderAt(NOW));
    return found;
  }

  private List<String> judged() {
    return judge().stream()
        .map(one ->
            "%s %s %d jobs %d ms harm %d"
                .formatted(
                    one.kind(),
                    one.queue() != null ? one.queue() : one.target(),
                    one.jobs(),
                    one.lateMillis(),
                    one.harm()))
        .toList();
  }
}
