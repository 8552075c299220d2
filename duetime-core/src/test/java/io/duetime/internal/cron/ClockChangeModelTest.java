package io.duetime.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.testing.Seed;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares with the definition, taken literally: every local minute around a clock change is looked
 * at, and those that match are brought onto the time line one by one.
 */
class ClockChangeModelTest {
  private static final Duration AROUND = Duration.ofHours(30);
  private static final Duration MARGIN = Duration.ofHours(30);
  private static final Set<Integer> EVERY_HOUR = Set.copyOf(range(24));

  private final Seed seed = Seed.next();
  private final RandomGenerator random = seed.random();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Africa/Casablanca",
        "America/Sao_Paulo",
        "Asia/Beirut",
        "Pacific/Apia",
        "Africa/Monrovia"
      })
  void ticksAsDefinedAroundTheChangesOf(String zone) {
    for (int i = 0; i < Seed.rounds(20); i++) {
      checkOneChange(ZoneId.of(zone));
    }
  }

  @Test
  void ticksAsDefinedAroundTheChangesOfAnyZone() {
    List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
    for (int i = 0; i < Seed.rounds(150); i++) {
      checkOneChange(ZoneId.of(zones.get(random.nextInt(zones.size()))));
    }
  }

  private void checkOneChange(ZoneId zone) {
    List<ZoneOffsetTransition> changes = changes(zone.getRules());
    if (changes.isEmpty()) {
      return;
    }
    ZoneOffsetTransition change = changes.get(random.nextInt(changes.size()));
    Set<Integer> minutes = subset(60);
    Set<Integer> hours = random.nextInt(3) == 0 ? EVERY_HOUR : subset(24);
    String expression = list(minutes) + " " + list(hours) + " * * *";

    NavigableSet<Instant> expected = defined(zone.getRules(), change, minutes, hours);

    assertThat(ticks(CronExpression.parse(expression), zone, change.getInstant()))
        .as("%s in %s around %s, %s", expression, zone, change, seed)
        .isEqualTo(List.copyOf(expected));
  }

  /** Each step starts at a random moment since the last tick, so that none is a favoured start. */
  private List<Instant> ticks(CronExpression expression, ZoneId zone, Instant middle) {
    List<Instant> ticks = new ArrayList<>();
    Instant end = middle.plus(AROUND);
    Instant from = middle.minus(AROUND);
    Instant tick = expression.nextAfter(from, zone).orElseThrow();
    while (!tick.isAfter(end)) {
      ticks.add(tick);
      assertThat(expression.latestAtOrBefore(tick, zone)).contains(tick);
      Instant next = expression.nextAfter(tick, zone).orElseThrow();
      Instant between = tick.plusMillis(random.nextLong(Duration.between(tick, next).toMillis()));
      assertThat(expression.nextAfter(between, zone)).contains(next);
      tick = next;
    }
    return ticks;
  }

  private static NavigableSet<Instant> defined(
      ZoneRules rules, ZoneOffsetTransition change, Set<Integer> minutes, Set<Integer> hours) {
    Instant start = change.getInstant().minus(AROUND);
    Instant end = change.getInstant().plus(AROUND);
    LocalDateTime first =
        start.minus(MARGIN).atOffset(ZoneOffset.UTC).toLocalDateTime().withSecond(0);
    TreeSet<Instant> ticks = new TreeSet<>();
    long span = AROUND.plus(MARGIN).toMinutes() * 2;
    for (long i = 0; i < span; i++) {
      LocalDateTime local = first.plusMinutes(i);
      if (minutes.contains(local.getMinute()) && hours.contains(local.getHour())) {
        ticks.addAll(moments(rules, local, hours.equals(EVERY_HOUR)));
      }
    }
    return ticks.subSet(start, false, end, true);
  }

  private static List<Instant> moments(ZoneRules rules, LocalDateTime local, boolean rhythm) {
    List<Instant> valid = rules.getValidOffsets(local).stream().map(local::toInstant).toList();
    if (rhythm) {
      return valid;
    }
    return valid.isEmpty()
        ? List.of(rules.getTransition(local).getInstant())
        : List.of(valid.stream().min(Instant::compareTo).get());
  }

  /** Since 1972, to be clear of the epoch, and four that a rule foretells. */
  private static List<ZoneOffsetTransition> changes(ZoneRules rules) {
    Stream<ZoneOffsetTransition> foretold =
        Stream.iterate(
                rules.nextTransition(Instant.parse("2026-01-01T00:00:00Z")),
                change -> change != null,
                change -> rules.nextTransition(change.getInstant()))
            .limit(4);
    return Stream.concat(rules.getTransitions().stream(), foretold)
        .filter(change -> change.getInstant().isAfter(Instant.parse("1972-01-05T00:00:00Z")))
        .toList();
  }

  private Set<Integer> subset(int size) {
    return random.ints(random.nextInt(1, 5), 0, size).boxed().collect(Collectors.toSet());
  }

  private static String list(Set<Integer> values) {
    return values.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static List<Integer> range(int end) {
    return Stream.iterate(0, i -> i + 1).limit(end).toList();
  }
}
