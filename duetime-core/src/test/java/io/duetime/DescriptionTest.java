package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and settings as people read them in a log or a debugger. */
class DescriptionTest {
  private static final Instant MOMENT = Instant.parse("2026-03-01T06:00:00Z");

  private record Card(String number) {}

  @Test
  void aRequestShowsWhatDiffersFromTheDefaults() {
    JobRequest.Builder<Card> request =
        JobRequest.builder(new Card("4111")).id("order-1").delay(Duration.ofMinutes(30));

    assertThat(request.build()).hasToString("JobRequest[payload=Card, id=order-1, delay=30m]");
    assertThat(
            request
                .dueAt(MOMENT)
                .spread(Duration.ofMinutes(10))
                .priority(7)
                .retry(RetryPolicy.delays(Duration.ofSeconds(1), Duration.ofMinutes(1)))
                .header("token", "secret")
                .tag("vip")
                .tag("eu")
                .expiresAfter(Duration.ofHours(1), Expiry.Action.BURY)
                .onConflict(OnConflict.debounce(Duration.ofSeconds(30)))
                .durability(Durability.FSYNCED)
                .retention(Duration.ofDays(2))
                .build())
        .hasToString(
            "JobRequest[payload=Card, id=order-1, dueAt=2026-03-01T06:00:00Z, spread=10m,"
                + " priority=7, retry=3 attempts (1s 1m apart), headers=[token], tags=[eu, vip],"
                + " expiry=BURY after 1h, onConflict=DEBOUNCE up to 30s,"
                + " durability=fsynced within 3s, retention=2d]");
  }

  @Test
  void aPayloadIsNeverShown() {
    assertThat(JobRequest.builder("secret").build()).hasToString("JobRequest[payload=String]");
    assertThat(JobRequest.builder(new byte[] {83}).idFromContent().build())
        .hasToString("JobRequest[payload=byte[], idFromContent]");
  }

  @Test
  void aRescheduleShowsWhereToAndOnWhatCondition() {
    assertThat(RescheduleRequest.of("a", Duration.ZERO))
        .hasToString("RescheduleRequest[id=a, delay=0s]");
    assertThat(RescheduleRequest.of("a", MOMENT).ifDueAt(MOMENT.plusSeconds(1)))
        .hasToString(
            "RescheduleRequest[id=a, dueAt=2026-03-01T06:00:00Z, condition=IF_DUE_AT,"
                + " knownDueAt=2026-03-01T06:00:01Z]");
  }

  @Test
  void aRecurringRequestShowsScheduleAndTemplate() {
    Schedule daily = Schedule.cron("0 7 * * *", ZoneOffset.UTC);

    assertThat(RecurringRequest.builder("report", daily, "x").build())
        .hasToString(
            "RecurringRequest[name=report, schedule=cron 0 7 * * * Z,"
                + " template=JobRequest[payload=String]]");
    assertThat(
            RecurringRequest.builder("report", daily, "x")
                .missed(MissedTicks.ALL)
                .paused()
                .keepPending()
                .build()
                .toString())
        .endsWith(", missed=ALL, paused=true, keepPending]");
  }

  @Test
  void settingsOfAQueueShowWhatDiffersFromTheDefaults() {
    assertThat(QueueSettings.DEFAULT).hasToString("QueueSettings[defaults]");
    assertThat(
            QueueSettings.builder()
                .paused()
                .maxRunning(5)
                .rate(new QueueSettings.Rate(100, Duration.ofSeconds(1), 200))
                .maxDead(1_000)
                .retention(Duration.ofDays(1))
                .defaultRetry(RetryPolicy.none())
                .build())
        .hasToString(
            "QueueSettings[paused, maxRunning=5, rate=100 per 1s (burst 200), retention=1d,"
                + " maxDead=1000, defaultRetry=1 attempt]");
    assertThat(QueueSettings.builder().pausedUntil(MOMENT).build())
        .hasToString("QueueSettings[pausedUntil=2026-03-01T06:00:00Z]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "1;a=20;e=1000,200,3600000;j=200 | 20 attempts (1s times 2 up to 1h, 20% jitter)",
        "1;a=*;d=500;j=5 | unlimited attempts (500ms apart, 0.5% jitter)",
        "1;a=4;e=1000,150,60000 | 4 attempts (1s times 1.5 up to 1m)"
      })
  void aRetryPolicyIsWrittenInWords(String stored, String readable) {
    assertThat(JobRequest.builder("x").retry(RetryPolicy.parse(stored)).build())
        .hasToString("JobRequest[payload=String, retry=" + readable + "]");
  }

  @Test
  void settingsOfAWorkerShowWhatDiffersFromTheDefaults() {
    assertThat(WorkerSettings.DEFAULT).hasToString("WorkerSettings[defaults]");
    assertThat(
            WorkerSettings.builder()
                .name("mailer")
                .concurrency(77)
                .lease(Duration.ofMinutes(2))
                .threads(WorkerSettings.HandlerThreads.PLATFORM)
                .build())
        .hasToString("WorkerSettings[name=mailer, concurrency=77, lease=2m, threads=PLATFORM]");
  }

  @Test
  void settingsOfAStoreShowNoSecret() {
    assertThat(
            Duetime.builder()
                .uri("redis://me:secret@host:6379/0?password=secret")
                .option("password", "secret")
                .name("shop-1")
                .answerWithin(Duration.ofSeconds(5))
                .listener(new JobListener() {})
                .build())
        .hasToString(
            "DuetimeSettings[uri=redis://…@host:6379/0?…, options=[password], name=shop-1,"
                + " answerWithin=5s, listeners=1]");
    assertThat(Duetime.builder().uri("embedded:./data").build())
        .hasToString("DuetimeSettings[uri=embedded:./data]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://:secret@host",
        "redis://me:sec/ret@host",
        "redis://me:sec?ret@host",
        "redis://me:sec@ret@host",
        "redis://host?password=secret",
        "redis://host?password=sec@ret",
        "redis:me:secret@host"
      })
  void noPartOfAPasswordIsShown(String uri) {
    assertThat(Duetime.builder().uri(uri).build().toString()).doesNotContain("sec", "ret", "me:");
  }

  @Test
  void aDurabilityIsWrittenInWords() {
    assertThat(Durability.NONE).hasToString("none");
    assertThat(Durability.replicas(1, Duration.ofSeconds(2))).hasToString("1 replica within 2s");
    assertThat(new Durability(true, 2, Duration.ofMillis(500)))
        .hasToString("fsynced and 2 replicas within 500ms");
  }
}
