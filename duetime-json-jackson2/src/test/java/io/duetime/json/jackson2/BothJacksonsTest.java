package io.duetime.json.jackson2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.json.JsonCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores and reads the same payloads with Jackson 2 and Jackson 3. */
class BothJacksonsTest {
  private static final Instant MOMENT = Instant.parse("2026-03-01T06:00:00.123456789Z");

  enum Level {
    @JsonProperty("lowest")
    LOW,
    HIGH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  record Nothing() {}

  record Texts(String z, String a, char c, @Nullable String none, Optional<String> maybe) {}

  record Numbers(
      int i, long l, double d, float f, BigDecimal decimal, BigInteger big, boolean yes) {}

  record Optionals(Optional<Level> some, Optional<Level> none, OptionalInt i, OptionalLong l) {}

  record Moments(
      Instant instant,
      OffsetDateTime utc,
      LocalDateTime dateTime,
      LocalDate date,
      LocalTime time) {}

  record Zoned(ZonedDateTime zoned, OffsetDateTime shifted, ZoneId zone, ZoneOffset offset) {}

  record Spans(Duration duration, Period period, YearMonth yearMonth, MonthDay monthDay) {}

  record Days(DayOfWeek day, Map<Month, Integer> byMonth) {}

  record Numbered(Year year, Month month, Date date) {}

  record Locales(Locale country, Locale withScript, Locale none, Map<Locale, Integer> asKeys) {}

  record Others(UUID id, URI uri, Currency currency, Level level) {}

  record Collected(
      List<Level> levels,
      Set<Integer> numbers,
      Map<Level, Nothing> byLevel,
      Map<String, Moments> byName) {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({@JsonSubTypes.Type(Mail.class), @JsonSubTypes.Type(Call.class)})
  sealed interface Reminder {}

  @JsonTypeName("mail")
  record Mail(String to) implements Reminder {}

  @JsonTypeName("call")
  record Call(String number, int times) implements Reminder {}

  record Reminders(List<Reminder> reminders) {}

  /** A class with names of parameters, without annotations. */
  public static final class Phone {
    private final String iPhone;
    private final boolean ringing;

    public Phone(String iPhone, boolean ringing) {
      this.iPhone = iPhone;
      this.ringing = ringing;
    }

    public String getIPhone() {
      return iPhone;
    }

    public boolean isRinging() {
      return ringing;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Phone phone
          && phone.iPhone.equals(iPhone)
          && phone.ringing == ringing;
    }

    @Override
    public int hashCode() {
      return Objects.hash(iPhone, ringing);
    }
  }

  static Stream<Object> payloads() {
    return Stream.of(
        new Nothing(),
        new Texts("Müller & Söhne", "a/b \"c\" \\ \u2028 \t \u0001 🚚", 'ß', null, Optional.of("")),
        new Numbers(-1, Long.MAX_VALUE, 0.1, 1e10f, new BigDecimal("1.500"), BigInteger.TEN, true),
        new Numbers(0, 0, 1e300, -0f, new BigDecimal("1E+30"), BigInteger.TWO.pow(99), false),
        new Optionals(
            Optional.of(Level.HIGH), Optional.empty(), OptionalInt.of(1), OptionalLong.empty()),
        new Moments(
            MOMENT,
            MOMENT.atOffset(ZoneOffset.UTC),
            LocalDateTime.of(2026, 3, 1, 6, 0),
            LocalDate.of(2026, 3, 1),
            LocalTime.of(6, 0, 0, 5)),
        new Spans(
            Duration.ofMillis(90_500),
            Period.ofMonths(14),
            YearMonth.of(2026, 3),
            MonthDay.of(3, 1)),
        new Days(DayOfWeek.MONDAY, new EnumMap<>(Map.of(Month.MAY, 5))),
        new Others(
            new UUID(1, 2),
            URI.create("https://example.org/a?b=c"),
            Currency.getInstance("EUR"),
            Level.LOW),
        new Locales(
            Locale.GERMANY, Locale.forLanguageTag("sr-Latn-RS"), Locale.ROOT, Map.of(Locale.US, 1)),
        new Collected(
            List.of(Level.LOW, Level.HIGH),
            Set.of(7),
            new EnumMap<>(Map.of(Level.LOW, new Nothing(), Level.HIGH, new Nothing())),
            new TreeMap<>()),
        new Reminders(List.of(new Mail("a@example.org"), new Call("1", 2))),
        new Phone("x", true));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void bothWriteTheSameBytesAndReadThem(Object payload) {
    assertThat(text(two(payload), payload)).isEqualTo(text(three(payload), payload));
    assertEachReadsTheOther(payload);
  }

  @Test
  void formsThatDifferAreReadByBoth() {
    assertEachReadsTheOther(new Numbered(Year.of(2026), Month.MARCH, Date.from(MOMENT)));
  }

  private static <T> void assertEachReadsTheOther(T payload) {
    assertThat(two(payload).decode(three(payload).encode(payload))).isEqualTo(payload);
    assertThat(three(payload).decode(two(payload).encode(payload))).isEqualTo(payload);
  }

  @SuppressWarnings("unchecked")
  private static <T> Codec<T> two(T payload) {
    return Jackson2JsonCodec.of((Class<T>) payload.getClass());
  }

  @SuppressWarnings("unchecked")
  private static <T> Codec<T> three(T payload) {
    return JsonCodec.of((Class<T>) payload.getClass());
  }

  private static <T> String text(Codec<T> codec, T payload) {
    return new String(codec.encode(payload), UTF_8);
  }

  @Test
  void bothReadAMomentInAZoneAsTheSameMoment() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    ZoneOffset ahead = ZoneOffset.ofHours(2);
    Zoned payload = new Zoned(MOMENT.atZone(berlin), MOMENT.atOffset(ahead), berlin, ahead);
    Codec<Zoned> two = two(payload);
    Codec<Zoned> three = three(payload);

    Zoned read = two.decode(three.encode(payload));

    assertThat(text(two, payload)).isEqualTo(text(three, payload));
    assertThat(read).isEqualTo(three.decode(two.encode(payload)));
    assertThat(read.zoned().toInstant()).isEqualTo(MOMENT);
    assertThat(read.shifted().toInstant()).isEqualTo(MOMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"i\":null}", "{\"i\":\"x\"}", "{\"i\":1.5}", "{\"decimal\":\"\"} 1", "[]"})
  void bothRefuseTheSame(String text) {
    byte[] bytes = text.getBytes(UTF_8);

    assertThatThrownBy(() -> Jackson2JsonCodec.of(Numbers.class).decode(bytes))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> JsonCodec.of(Numbers.class).decode(bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void oneQueueStoresTheJobsOfBoth() {
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<Mail> two = duetime.queue("mails", Jackson2JsonCodec.of(Mail.class));
      JobQueue<Mail> three = duetime.queue("mails", JsonCodec.of(Mail.class));
      two.schedule("two", new Mail("two"), Duration.ZERO);

      assertThat(three.claim(1, Duration.ofSeconds(30), Duration.ZERO).get(0).payload())
          .isEqualTo(new Mail("two"));

      three.schedule("three", new Mail("three"), Duration.ZERO);

      assertThat(two.claim(1, Duration.ofSeconds(30), Duration.ZERO).get(0).payload())
          .isEqualTo(new Mail("three"));
    }
  }
}
