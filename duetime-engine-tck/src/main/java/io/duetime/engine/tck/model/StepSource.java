package io.duetime.engine.tck.model;

import io.duetime.Expiry;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.Reschedule.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Draws steps: few ids and few round numbers, so that everything meets everything. */
final class StepSource {
  private static final long[] TIMES = {0, 1, 500, 1_000, 1_000, 5_000, 20_000, 60_000};

  private final SplittableRandom random;
  private final boolean canStepBack;
  private final boolean canReopen;
  private int payloads;

  StepSource(long seed, boolean canStepBack, boolean canReopen) {
    this.random = new SplittableRandom(seed);
    this.canStepBack = canStepBack;
    this.canReopen = canReopen;
  }

  List<Step> steps(int count) {
    List<Step> steps = new ArrayList<>(count);
    while (steps.size() < count) {
      steps.add(next());
    }
    return steps;
  }

  private Step next() {
    int dice = random.nextInt(100);
    if (dice < 28) {
      return new Step.Schedule(several(this::wish));
    }
    if (dice < 44) {
      return claim();
    }
    if (dice < 64) {
      return settle();
    }
    if (dice < 80) {
      return time();
    }
    return rare(dice);
  }

  private Step rare(int dice) {
    if (dice < 85) {
      return new Step.Cancel(several(this::id));
    }
    if (dice < 90) {
      return random.nextBoolean()
          ? new Step.Update(wish())
          : new Step.Move(id(), due(), condition());
    }
    if (dice < 93) {
      return bulk();
    }
    if (dice < 95) {
      return configure();
    }
    if (dice < 98 || !canReopen) {
      return new Step.Maintain();
    }
    return new Step.Reopen();
  }

  private Wish wish() {
    return new Wish(
        id(),
        "p" + ++payloads,
        due(),
        random.nextInt(4) == 0 ? random.nextInt(1_000) : random.nextInt(3),
        rule(),
        RetryPolicy.fixed(1 + random.nextInt(3), Duration.ofMillis(someTime())),
        random.nextInt(6) == 0 ? expiry() : null,
        random.nextInt(4),
        tag(),
        random.nextInt(4) == 0 ? someTime() : -1);
  }

  private Expiry.After expiry() {
    Expiry.Action action = random.nextBoolean() ? Expiry.Action.BURY : Expiry.Action.DROP;
    return new Expiry.After(Duration.ofMillis(1 + someTime()), action);
  }

  private OnConflict rule() {
    return switch (random.nextInt(7)) {
      case 0 -> OnConflict.REJECT;
      case 1 -> OnConflict.KEEP;
      case 2 -> OnConflict.REPLACE;
      case 3 -> OnConflict.EARLIEST;
      case 4 -> OnConflict.LATEST;
      case 5 -> OnConflict.KEEP_UNFINISHED;
      default -> OnConflict.debounce(Duration.ofMillis(1 + someTime()));
    };
  }

  private Step claim() {
    int max = 1 + random.nextInt(4);
    long lease = 1 + someTime();
    if (random.nextInt(4) == 0) {
      return new Step.ClaimById(several(this::id), max, lease);
    }
    Long ahead = random.nextInt(4) == 0 ? Long.valueOf(someTime() - 1_000) : null;
    return new Step.Claim(max, lease, ahead);
  }

  private Step settle() {
    ModelClaims.SettleKind kind = oneOf(List.of(ModelClaims.SettleKind.values()));
    // Mostly the latest leases, now and then one from long ago.
    int back = random.nextInt(random.nextInt(10) == 0 ? 30 : 4);
    return new Step.Settle(back, kind, random.nextInt(3) == 0 ? null : delayFor(kind));
  }

  private Long delayFor(ModelClaims.SettleKind kind) {
    return kind == ModelClaims.SettleKind.EXTEND ? 1 + someTime() : someTime();
  }

  private Step time() {
    int dice = random.nextInt(10);
    if (dice < 4) {
      return new Step.Advance(someTime());
    }
    if (dice < 9 || !canStepBack) {
      return new Step.AdvanceToNext(random.nextBoolean(), random.nextInt(3) - 1L);
    }
    return new Step.StepBack(1 + random.nextLong(2_000));
  }

  private Step configure() {
    long pause = random.nextInt(3) == 0 ? 1 + someTime() : 0;
    int maxRunning = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
    long retention = random.nextBoolean() ? 0 : someTime();
    long deadRetention = random.nextInt(3) > 0 ? 0 : someTime();
    return new Step.Configure(
        pause, maxRunning, retention, deadRetention, random.nextInt(3) > 0 ? 0 : 3);
  }

  private Step bulk() {
    Step.Bulk.Kind kind = oneOf(List.of(Step.Bulk.Kind.values()));
    String tag = random.nextBoolean() ? "" : tag();
    return new Step.Bulk(kind, tag, someTime());
  }

  private Condition condition() {
    return switch (random.nextInt(3)) {
      case 0 -> Condition.ALWAYS;
      case 1 -> Condition.ONLY_EARLIER;
      default -> Condition.ONLY_LATER;
    };
  }

  private DueTime due() {
    return DueTime.after(someTime());
  }

  private long someTime() {
    return TIMES[random.nextInt(TIMES.length)];
  }

  private String id() {
    return String.valueOf((char) ('a' + random.nextInt(7)));
  }

  private String tag() {
    return random.nextBoolean() ? "red" : "blue";
  }

  private <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private <T> List<T> several(Supplier<T> one) {
    List<T> several = new ArrayList<>();
    do {
      several.add(one.get());
    } while (random.nextInt(3) == 0);
    return several;
  }
}
