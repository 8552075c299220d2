package io.duetime.architecture.seed;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.function.LongSupplier;

/** Each line reads the system's time in another way. */
public final class ReadsSystemTime {
  public static final int WAYS = 16;

  private static final ZoneId ZONE = ZoneOffset.UTC;

  Object[] ways() {
    LongSupplier byReference = System::nanoTime;
    return new Object[] {
      byReference,
      System.currentTimeMillis(),
      System.nanoTime(),
      Instant.now(),
      Clock.systemUTC(),
      Clock.system(ZONE),
      Clock.tickMillis(ZONE),
      InstantSource.system(),
      LocalDate.now(ZONE),
      LocalTime.now(ZONE),
      LocalDateTime.now(ZONE),
      OffsetDateTime.now(ZONE),
      ZonedDateTime.now(ZONE),
      new Date(),
      Calendar.getInstance(),
      new GregorianCalendar()
    };
  }
}
