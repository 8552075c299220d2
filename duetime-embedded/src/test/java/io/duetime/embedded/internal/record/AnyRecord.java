package io.duetime.embedded.internal.record;

import io.duetime.Backoff;
import io.duetime.Expiry;
import io.duetime.HandOverRoute;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SettingsSample;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Placement.ShiftMark;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.TickLog;
import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.settings.QueueSetting;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes values of every kind that is kept in records, within what is allowed, by chance. */
final class AnyRecord {
  private static final String LETTERS = "abcXYZ019-_.:äß漢😀 ";
  private static final long CENTURY = 100L * 365 * 86_400_000;

  private final Random random;

  AnyRecord(Random random) {
    this.random = random;
  }

  JobHead head(String id) {
    return waiting(id).with(status()).with(successor(id));
  }

  private Status status() {
    return switch (any(List.of(Stage.values()))) {
      case WAITING -> Status.WAITING;
      case LEASED ->
          Status.leased(
              new JobLease(maybeText(), moment(), moment(), random.nextBoolean())
                  .with(random.nextBoolean() ? null : new JobView.Note(text(), moment())));
      case DEAD -> Status.ended(Stage.DEAD, end(), 0);
      case DONE -> Status.ended(Stage.DONE, end(), moment());
      case CANCELLED -> Status.ended(Stage.CANCELLED, end(), moment());
    };
  }

  private @Nullable Successor successor(String id) {
    return random.nextBoolean() ? new Successor(waiting(id), body()) : null;
  }

  private JobHead waiting(String id) {
    long dueAt = moment();
    boolean attempted = random.nextBoolean();
    long priority = random.nextBoolean() ? 1024 : random.nextInt(Integer.MAX_VALUE);
    return new JobHead(
        id,
        terms(),
        new Placement(
            priority,
            dueAt,
            random.nextBoolean() ? dueAt : moment(),
            moment(),
            moment(),
            random.nextBoolean() ? null : new ShiftMark(text(), -moment(), moment())),
        new Progress(
            Status.WAITING,
            attempted ? random.nextInt(1_000) : 0,
            attempted ? random.nextLong() >>> 1 : 0,
            attempted ? random.nextInt(20) : 0,
            random.nextBoolean(),
            some(10, this::attempt),
            random.nextBoolean() ? null : text()),
        new RequestLog(some(3, this::answer), null));
  }

  private Terms terms() {
    return random.nextBoolean()
        ? new Terms(List.of(), RetryPolicy.DEFAULT, null, -1)
        : new Terms(some(16, this::text), retry(), expiry(), random.nextInt(1_000_000) - 1L);
  }

  private Answer answer() {
    return new Answer(random.nextLong(), any(Numbered.OUTCOMES.values()), moment());
  }

  private AttemptRecord attempt() {
    return new AttemptRecord(
        1 + random.nextInt(100),
        moment(),
        moment(),
        any(Numbered.ENDINGS.values()),
        maybeText(),
        maybeText());
  }

  private JobView.End end() {
    return new JobView.End(moment(), text(), maybeText());
  }

  JobBody body() {
    byte[] payload = new byte[random.nextInt(200)];
    random.nextBytes(payload);
    Map<String, String> headers = new HashMap<>();
    some(32, this::text).forEach(name -> headers.put(name, maybeText()));
    return random.nextBoolean()
        ? Jobs.everything("any", DueTime.at(0)).build().body().withPayload(payload)
        : new JobBody(payload, random.nextBoolean() ? text() : null, headers);
  }

  QueueSettings settings() {
    QueueSettings.Builder settings = QueueSettings.builder().version(random.nextInt(1_000));
    for (QueueSetting setting : QueueSetting.values()) {
      if (random.nextBoolean()) {
        setting.set(settings, value(setting));
      }
    }
    return settings.build();
  }

  private Object value(QueueSetting setting) {
    return switch (setting.kind()) {
      case PAUSE -> random.nextLong() >>> 1;
      case COUNT -> 1L + random.nextInt(1_024);
      case DURATION -> Duration.ofMillis(1L + random.nextInt(Integer.MAX_VALUE));
      case RETRY -> retry();
      case ROUTE -> new HandOverRoute("main", Map.of("exchange", text()));
      case TEXT, RATE -> Objects.requireNonNull(setting.of(SettingsSample.settings()));
    };
  }

  JobSpec spec() {
    DueTime due = random.nextBoolean() ? DueTime.at(moment()) : DueTime.after(moment());
    JobSpec.Builder spec =
        JobSpec.builder(text(), body(), due)
            .tags(some(16, this::text))
            .expiry(expiry())
            .nonce(random.nextLong())
            .onConflict(rule())
            .mayHaveArrived(random.nextBoolean());
    if (random.nextBoolean()) {
      spec.priority(random.nextInt(5_000)).retry(retry()).retention(duration());
    }
    return spec.build();
  }

  private OnConflict rule() {
    OnConflict.Rule[] rules = OnConflict.Rule.values();
    OnConflict.Rule rule = rules[random.nextInt(rules.length)];
    return new OnConflict(rule, rule == OnConflict.Rule.DEBOUNCE ? Duration.ofHours(2) : null);
  }

  RecurringState recurring() {
    Schedule schedule =
        random.nextBoolean()
            ? Schedule.cron("0 7 * * MON-FRI", ZoneOffset.UTC)
            : Schedule.every(Duration.ofMinutes(1 + random.nextInt(100)));
    MissedTicks missed = any(Numbered.MISSED.values());
    TickRules rules =
        new TickRules(
            missed,
            Duration.ofMillis(1 + random.nextInt(100_000)),
            random.nextBoolean() ? null : Instant.ofEpochMilli(moment()),
            random.nextInt(1_000),
            random.nextBoolean(),
            any(Numbered.OVERLAP.values()));
    RecurringJob job =
        new RecurringJob(
            text(), schedule, spec(), rules, random.nextBoolean() ? null : "o" + text());
    TickLog ticks =
        new TickLog(
            moment(),
            moment(),
            List.of(moment(), moment()),
            random.nextInt(1_000),
            random.nextInt(1_000),
            moment(),
            random.nextBoolean());
    return new RecurringState(
        job, random.nextBoolean(), ticks, random.nextBoolean() ? 0 : moment(), moment());
  }

  DeadCopy copy() {
    return new DeadCopy(text(), "graveyard", spec());
  }

  PastSpan past() {
    PastSpan.Unit unit = random.nextBoolean() ? PastSpan.Unit.HOUR : PastSpan.Unit.MINUTE;
    return new PastSpan(unit, random.nextLong(), random.nextLong(), 0, 0, random.nextLong(), 0);
  }

  private RetryPolicy retry() {
    return switch (random.nextInt(3)) {
      case 0 -> RetryPolicy.DEFAULT;
      case 1 -> RetryPolicy.delays(duration(365), duration(365));
      default ->
          new RetryPolicy(
              RetryPolicy.UNLIMITED,
              new Backoff.Exponential(Duration.ofMillis(7), 1.5, Duration.ofDays(1)),
              0.125);
    };
  }

  private @Nullable Expiry expiry() {
    Expiry.Action action = any(Numbered.ACTIONS.values());
    return switch (random.nextInt(3)) {
      case 0 -> null;
      case 1 ->
          new Expiry.At(
              Instant.ofEpochSecond(random.nextInt(), 0)
                  .plus(Duration.ofDays(36_500))
                  .plusNanos(random.nextInt(1_000_000)),
              action);
      default -> new Expiry.After(duration().plusMillis(1), action);
    };
  }

  private Duration duration() {
    return duration(36_000);
  }

  private Duration duration(int mostDays) {
    return Duration.ofMillis((random.nextLong() >>> 1) % Duration.ofDays(mostDays).toMillis());
  }

  private long moment() {
    return (random.nextLong() >>> 1) % CENTURY;
  }

  String text() {
    return text(1 + random.nextInt(20));
  }

  private String maybeText() {
    return text(random.nextInt(20));
  }

  private String text(int length) {
    int[] letters = LETTERS.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** None as often as some. */
  private <T> List<T> some(int most, Supplier<T> one) {
    List<T> values = new ArrayList<>();
    for (int i = random.nextBoolean() ? 0 : 1 + random.nextInt(most); i > 0; i--) {
      values.add(one.get());
    }
    return List.copyOf(values);
  }
}
