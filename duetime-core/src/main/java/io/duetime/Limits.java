package io.duetime;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * Every limit of a request, in one place, with the checks that name field, value and what is
 * allowed.
 */
public final class Limits {
  /** Characters of a queue name. */
  public static final int MAX_QUEUE_LENGTH = 200;

  /** Bytes of a job id in UTF-8. */
  public static final int MAX_ID_BYTES = 255;

  /** Bytes of a payload unless the store is set up otherwise. */
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 1 << 20;

  /** Headers of a job. */
  public static final int MAX_HEADERS = 32;

  /** Tags of a job. */
  public static final int MAX_TAGS = 16;

  /**
   * Bytes in UTF-8 of a tag, of a header's name, of its value, of a content type, of a consumer's
   * name.
   */
  public static final int MAX_TEXT_BYTES = 255;

  /** The largest priority number, which is the least urgent. */
  public static final long MAX_PRIORITY = (1L << 32) - 1;

  /** The priority of a job that names none. */
  public static final long DEFAULT_PRIORITY = 1024;

  /** How far ahead a job may be due: 100 years of 365.25 days. */
  public static final Duration MAX_AHEAD = Duration.ofDays(36_525);

  /** The longest window to spread jobs over; the hash that does it has 2³² values. */
  public static final Duration MAX_SPREAD = Duration.ofDays(49);

  /** Jobs in one claim. */
  public static final int MAX_CLAIM = 10_000;

  /** Bytes of payload after which a claim answers with what it has. */
  public static final long MAX_CLAIM_BYTES = 16L << 20;

  /** Items in one call of any other batch. */
  public static final int MAX_BATCH = 100_000;

  /** Ids by which jobs can be selected for a list or a bulk change. */
  public static final int MAX_SELECTED = 10_000;

  /** Jobs in one page of a list. */
  public static final int MAX_PAGE = 1_000;

  /** Characters kept of a failure's reason. */
  public static final int MAX_REASON_LENGTH = 2_000;

  /** Failed attempts that are remembered with a job. */
  public static final int MAX_HISTORY = 10;

  /** The lease of a claim that names none. */
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

  /** The shortest lease. */
  public static final Duration MIN_LEASE = Duration.ofMillis(1);

  /** The longest lease. */
  public static final Duration MAX_LEASE = Duration.ofDays(365);

  private static final String QUEUE_CHARACTERS = "-+/;.$_():";

  private Limits() {}

  /** Checks a queue name and answers it. */
  public static String queue(String name) {
    int length = name.length();
    boolean good = length >= 1 && length <= MAX_QUEUE_LENGTH && name.charAt(0) != '-';
    for (int i = 0; good && i < length; i++) {
      good = isQueueCharacter(name.charAt(i));
    }
    if (!good) {
      throw new InvalidRequestException(
          "queue", name, "1 to 200 of A-Z a-z 0-9 - + / ; . $ _ ( ) : and no '-' at the beginning");
    }
    return name;
  }

  private static boolean isQueueCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || QUEUE_CHARACTERS.indexOf(c) >= 0;
  }

  /** Checks a job id and answers it. */
  public static String id(String id) {
    if (id.isEmpty() || !isText(id, MAX_ID_BYTES)) {
      throw new InvalidRequestException(
          "id", id, "1 to 255 bytes of UTF-8 without control characters");
    }
    return id;
  }

  /** Checks a tag, header name or similar and answers it. */
  public static String text(String field, String value) {
    if (value.isEmpty() || !isText(value, MAX_TEXT_BYTES)) {
      throw new InvalidRequestException(
          field, value, "1 to 255 bytes of UTF-8 without control characters");
    }
    return value;
  }

  /** Checks a priority and answers it. */
  public static long priority(long priority) {
    if (priority < 0 || priority > MAX_PRIORITY) {
      throw new InvalidRequestException("priority", priority, "0 to 4294967295, smaller first");
    }
    return priority;
  }

  /** Checks a lease and answers it in milliseconds. */
  public static long leaseMillis(Duration lease) {
    if (lease.compareTo(MIN_LEASE) < 0 || lease.compareTo(MAX_LEASE) > 0) {
      throw new InvalidRequestException("lease", lease, "1 ms to 365 days");
    }
    return lease.toMillis();
  }

  /** Checks a delay and answers it in milliseconds, rounded up; a negative one means now. */
  public static long delayMillis(Duration delay) {
    if (delay.compareTo(MAX_AHEAD) > 0) {
      throw new InvalidRequestException("delay", delay, "at most 100 years");
    }
    if (delay.isNegative()) {
      return 0;
    }
    return delay.plusNanos(999_999).toMillis();
  }

  /** Checks a length of time that may be zero and answers it. */
  public static Duration upToHundredYears(String field, Duration time) {
    if (time.isNegative() || time.compareTo(MAX_AHEAD) > 0) {
      throw new InvalidRequestException(field, time, "0 to 100 years");
    }
    return time;
  }

  /** Checks a count and answers it. */
  public static int count(String field, int value, int max) {
    if (value < 1 || value > max) {
      throw new InvalidRequestException(field, value, "1 to " + max);
    }
    return value;
  }

  /** Checks the number and the size of headers; a value may be empty, a name may not. */
  public static void headers(Map<String, String> headers) {
    if (headers.size() > MAX_HEADERS) {
      throw new InvalidRequestException(
          "headers", headers.size() + " headers", "at most " + MAX_HEADERS);
    }
    headers.forEach((name, value) -> {
      text("header", name);
      if (!isText(value, MAX_TEXT_BYTES)) {
        throw new InvalidRequestException(
            "header " + name, value, "0 to 255 bytes of UTF-8 without control characters");
      }
    });
  }

  /** Checks the number and the size of tags. */
  public static void tags(Collection<String> tags) {
    if (tags.size() > MAX_TAGS) {
      throw new InvalidRequestException("tags", tags.size() + " tags", "at most " + MAX_TAGS);
    }
    tags.forEach(tag -> text("tag", tag));
  }

  private static boolean isText(String text, int maxBytes) {
    if (text.length() > maxBytes) {
      return false;
    }
    boolean ascii = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        return false;
      }
      ascii &= c < 0x80;
    }
    return ascii || isUtf8(text, maxBytes);
  }

  private static boolean isUtf8(String text, int maxBytes) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // A lone surrogate has no UTF-8 form: it would come back as '?', as another id.
    return bytes.length <= maxBytes && new String(bytes, StandardCharsets.UTF_8).equals(text);
  }
}
