package io.duetime.engine.tck.model;

import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.tck.fixture.Answers;
import java.util.Arrays;
import java.util.function.Consumer;

/** The states of a job that the table tells apart, and how to reach them. */
@SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
enum StartState {
  ABSENT(c -> {}),
  DELAYED(StartState::delayed),
  READY(StartState::ready),
  RETRYING(StartState::retrying),
  RUNNING(StartState::running),
  LAST_TRY(c -> {
    c.retry = RetryPolicy.none();
    running(c);
  }),
  RUNNING_AND_SUCCESSOR(c -> {
    running(c);
    succeeded(c);
  }),
  MARKED(StartState::marked),
  MARKED_AND_SUCCESSOR(c -> {
    marked(c);
    succeeded(c);
  }),
  LAPSED(c -> {
    running(c);
    lapse(c);
  }),
  LAPSED_LAST_TRY(c -> {
    LAST_TRY.reach(c);
    lapse(c);
  }),
  LAPSED_AND_SUCCESSOR(c -> {
    RUNNING_AND_SUCCESSOR.reach(c);
    lapse(c);
  }),
  LAPSED_MARKED(c -> {
    marked(c);
    lapse(c);
  }),
  LAPSED_MARKED_UNREMEMBERED(LAPSED_MARKED.steps),
  LAPSED_MARKED_AND_SUCCESSOR(c -> {
    MARKED_AND_SUCCESSOR.reach(c);
    lapse(c);
  }),
  DEAD(c -> {
    running(c);
    c.queue.bury(held(c));
  }),
  DONE(c -> {
    running(c);
    c.queue.ack(held(c));
  }),
  CANCELLED(c -> {
    delayed(c);
    c.queue.cancel(Case.ID);
  }),
  FORGOTTEN(c -> {
    DONE.reach(c);
    c.store.advance(c.retention);
  });

  private static final long A_MOMENT = 1_000;
  private static final long AN_HOUR = 3_600_000;

  private final Consumer<Case> steps;

  StartState(Consumer<Case> steps) {
    this.steps = steps;
  }

  /** Brings the job of a case into this state. */
  void reach(Case c) {
    steps.accept(c);
  }

  /** The state's name in the document. */
  String phrase() {
    return name().replace("_AND_", " + ").replace('_', ' ');
  }

  /** The state of that name. */
  static StartState named(String phrase) {
    return Arrays.stream(values())
        .filter(given -> given.phrase().equals(phrase))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no state is called " + phrase));
  }

  /** Whether the state can be where ended jobs are remembered, or where they are not. */
  boolean fits(boolean remembered) {
    return switch (this) {
      case DONE, CANCELLED, LAPSED_MARKED -> remembered;
      case LAPSED_MARKED_UNREMEMBERED -> !remembered;
      default -> true;
    };
  }

  private static void delayed(Case c) {
    long now = c.now();
    c.currentDueAt = now + Case.DELAY;
    c.anchorAt = now;
    c.firstAnswerDueAt = Answers.millis(c.queue.schedule(c.oldSpec(c.currentDueAt)).dueAt());
  }

  private static void ready(Case c) {
    delayed(c);
    c.advance(Case.DELAY);
  }

  private static void retrying(Case c) {
    running(c);
    c.currentDueAt = Answers.millis(c.queue.retry(held(c)).until());
    c.anchorAt = c.now();
  }

  private static void running(Case c) {
    ready(c);
    c.leasedSince = c.now();
    c.held = c.queue.claimOne();
    c.advance(A_MOMENT);
  }

  private static void marked(Case c) {
    running(c);
    c.queue.cancel(Case.ID);
  }

  private static void succeeded(Case c) {
    c.successorSince = c.now();
    c.successorDueAt = c.now() + AN_HOUR;
    c.queue.schedule(c.spec(Case.SUCCESSOR, c.successorDueAt, OnConflict.REPLACE));
    c.currentDueAt = c.successorDueAt;
    c.anchorAt = c.successorSince;
  }

  private static void lapse(Case c) {
    c.advance(c.deadline() - c.now());
    if (c.successorDueAt == 0) {
      c.currentDueAt = c.deadline() + c.backoff();
      c.anchorAt = c.deadline();
    }
  }

  private static ClaimedJob held(Case c) {
    if (c.held == null) {
      throw new IllegalStateException("nothing is held");
    }
    return c.held;
  }
}
