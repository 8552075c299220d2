package io.duetime;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Parses the canonical text of a schedule. */
final class ScheduleText {
  private static final String FORMS =
      "'cron EXPRESSION ZONE' or 'every INTERVAL from ANCHOR', such as "
          + "'cron 0 7 * * * Europe/Berlin' or 'every PT5M from 1970-01-01T00:00:00Z'";

  private ScheduleText() {}

  static Schedule parse(String text) {
    if (text == null) {
      throw refused(text);
    }
    String spaced = text.strip().replaceAll("\\s+", " ");
    if (spaced.startsWith("cron ")) {
      return cron(text, spaced.substring("cron ".length()));
    }
    String[] words = spaced.split(" ", -1);
    if (words[0].equals("every") && words.length == 2) {
      return Schedule.every(interval(words[1]));
    }
    if (words[0].equals("every") && words.length == 4 && words[2].equals("from")) {
      return Schedule.every(interval(words[1]), anchor(words[3]));
    }
    throw refused(text);
  }

  private static Schedule cron(String text, String rest) {
    int end = rest.lastIndexOf(' ');
    if (end < 0) {
      throw refused(text);
    }
    return Schedule.cron(rest.substring(0, end), zone(rest.substring(end + 1)));
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new InvalidRequestException(
          "zone", text, "a time zone such as Europe/Berlin, UTC or +02:00");
    }
  }

  private static Duration interval(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw new InvalidRequestException("interval", text, "an ISO-8601 duration such as PT5M");
    }
  }

  private static Instant anchor(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new InvalidRequestException(
          "anchor", text, "an ISO-8601 instant such as 2026-01-01T00:00:00Z");
    }
  }

  private static InvalidRequestException refused(@Nullable String text) {
    return new InvalidRequestException("schedule", text, FORMS);
  }
}
