package io.duetime;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Defines all limits of requests and checks them. An error names the field, the value and what is
 * allowed.
 */
public final class Limits {
  /** The longest name of a queue, in characters. */
  public static final int MAX_QUEUE_LENGTH = 200;

  /** The longest job id, in bytes of UTF-8. */
  public static final int MAX_ID_BYTES = 255;

  /** The default limit of a payload, in bytes. */
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 1 << 20;

  /** The most headers of a job. */
  public static final int MAX_HEADERS = 32;

  /** The most tags of a job. */
  public static final int MAX_TAGS = 16;

  /**
   * The longest tag, header name, header value, content type and consumer name, in bytes of UTF-8.
   */
  public static final int MAX_TEXT_BYTES = 255;

  /** The largest priority number, which is the least urgent. */
  public static final long MAX_PRIORITY = (1L << 32) - 1;

  /** The priority of a job that names none. */
  public static final long DEFAULT_PRIORITY = 1024;

  /** How far ahead a job may be due: 100 years of 365.25 days. */
  public static final Duration MAX_AHEAD = Duration.ofDays(36_525);

  /** The longest window to spread jobs over; its hash has 2³² values. */
  public static final Duration MAX_SPREAD = Duration.ofDays(49);

  /** The most jobs of one claim. */
  public static final int MAX_CLAIM = 10_000;

  /** The bytes of payload after which a claim answers the jobs that it has. */
  public static final long MAX_CLAIM_BYTES = 16L << 20;

  /** The most items of one call of any other batch. */
  public static final int MAX_BATCH = 100_000;

  /** The most ids by which jobs can be selected for a list or a bulk change. */
  public static final int MAX_SELECTED = 10_000;

  /** The most jobs of one page of a list. */
  public static final int MAX_PAGE = 1_000;

  /** The bytes of payload after which a page of a list answers the jobs that it has. */
  public static final long MAX_PAGE_BYTES = 4L << 20;

  /** The longest name of a collection of documents, in characters. */
  public static final int MAX_COLLECTION_LENGTH = 32;

  /** The longest name of a document, in bytes of UTF-8. */
  public static final int MAX_DOCUMENT_NAME_BYTES = 200;

  /** The largest document, in bytes. */
  public static final int MAX_DOCUMENT_BYTES = 64 << 10;

  /** The most documents of a collection. */
  public static final int MAX_DOCUMENTS = 10_000;

  /** The most documents of one page of a list. */
  public static final int MAX_DOCUMENT_PAGE = 100;

  /** How many entries of the audit log are kept. */
  public static final int MAX_AUDIT_ENTRIES = 10_000;

  /** The most details of an entry of the audit log. */
  public static final int MAX_AUDIT_DETAILS = 8;

  /** How many characters of a failure's reason are kept. */
  public static final int MAX_REASON_LENGTH = 2_000;

  /** The longest note of progress, in bytes of UTF-8. */
  public static final int MAX_NOTE_BYTES = 200;

  /** How many failed attempts are kept with a job. */
  public static final int MAX_HISTORY = 10;

  /** The lease of a claim that names none. */
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

  /** The shortest lease. */
  public static final Duration MIN_LEASE = Duration.ofMillis(1);

  /** The longest lease. */
  public static final Duration MAX_LEASE = Duration.ofDays(365);

  private static final String QUEUE_CHARACTERS = "-+/;.$_():";
  private static final String QUEUE_NAMES =
      "1 to 200 of A-Z a-z 0-9 - + / ; . $ _ ( ) : and no '-' at the beginning";
  private static final String QUEUE_PATTERNS =
      "the name of a queue, in which * matches any characters";
  private static final String TEXTS = "1 to 255 bytes of UTF-8 without control characters";
  private static final String SHORT_TEXTS = "1 to 200 bytes of UTF-8 without control characters";
  private static final String COLLECTIONS = "1 to 32 letters a to z";
  private static final String LEASES = "1 ms to 365 days";
  private static final String UP_TO_HUNDRED_YEARS = "0 to 100 years";

  /** The latest moment that can be asked about, the last millisecond of the year 9999. */
  private static final Instant LAST_MOMENT = Instant.parse("9999-12-31T23:59:59.999Z");

  /** Leaves room in an id for the moment of a tick. */
  private static final int MAX_RECURRING_NAME_BYTES = 200;

  private Limits() {}

  /** Checks that a value is not null and returns it. */
  public static <T> T given(String field, @Nullable T value) {
    return given(field, value, "a value that is not null");
  }

  private static <T> T given(String field, @Nullable T value, String allowed) {
    if (value == null) {
      throw new InvalidRequestException(field, null, allowed);
    }
    return value;
  }

  /** Checks that a collection and its values are not null, and returns an immutable copy. */
  public static <T> List<T> allGiven(String field, @Nullable Collection<? extends T> values) {
    for (T value : given(field, values)) {
      given(field, value, "values that are not null");
    }
    return List.copyOf(values);
  }

  /** Checks the name of a queue and returns it. */
  public static String queue(String name) {
    return queue("queue", name);
  }

  /** Checks the name of a queue in another field and returns it. */
  public static String queue(String field, String name) {
    int length = given(field, name, QUEUE_NAMES).length();
    boolean good = length >= 1 && length <= MAX_QUEUE_LENGTH && name.charAt(0) != '-';
    for (int i = 0; good && i < length; i++) {
      good = isQueueCharacter(name.charAt(i));
    }
    if (!good) {
      throw new InvalidRequestException(field, name, QUEUE_NAMES);
    }
    return name;
  }

  /** Checks a pattern of queue names, in which {@code *} matches any characters. */
  public static String queuePattern(String pattern) {
    return queuePattern("pattern", pattern);
  }

  /** Checks a pattern of queue names in another field and returns it. */
  public static String queuePattern(String field, String pattern) {
    String name = given(field, pattern, QUEUE_PATTERNS).replace('*', '_');
    try {
      queue(field, name);
    } catch (InvalidRequestException refused) {
      throw new InvalidRequestException(field, pattern, QUEUE_PATTERNS);
    }
    return pattern;
  }

  private static boolean isQueueCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || QUEUE_CHARACTERS.indexOf(c) >= 0;
  }

  /** Checks a job id and returns it. */
  public static String id(String id) {
    if (!isId(id)) {
      throw notAnId(id);
    }
    return id;
  }

  /** Returns the error of a text that is not a job id. */
  public static InvalidRequestException notAnId(@Nullable String id) {
    return new InvalidRequestException("id", id, TEXTS);
  }

  /** Whether a text is a valid job id. */
  public static boolean isId(@Nullable String id) {
    return id != null && !id.isEmpty() && isText(id, MAX_ID_BYTES);
  }

  /** Checks the name of a recurring definition and returns it. */
  public static String recurringName(String name) {
    if (!isId(name) || name.getBytes(StandardCharsets.UTF_8).length > MAX_RECURRING_NAME_BYTES) {
      throw new InvalidRequestException("name", name, SHORT_TEXTS);
    }
    return name;
  }

  /** Checks the name of a collection of documents and returns it. */
  public static String collection(String name) {
    int length = given("collection", name, COLLECTIONS).length();
    boolean good = length >= 1 && length <= MAX_COLLECTION_LENGTH;
    if (!good || !name.chars().allMatch(c -> c >= 'a' && c <= 'z')) {
      throw new InvalidRequestException("collection", name, COLLECTIONS);
    }
    return name;
  }

  /** Checks the name of a document and returns it. */
  public static String documentName(String name) {
    if (given("name", name, SHORT_TEXTS).isEmpty() || !isText(name, MAX_DOCUMENT_NAME_BYTES)) {
      throw new InvalidRequestException("name", name, SHORT_TEXTS);
    }
    return name;
  }

  /** Checks a note of progress and returns it. */
  public static String note(String note) {
    if (given("note", note, SHORT_TEXTS).isEmpty() || !isText(note, MAX_NOTE_BYTES)) {
      throw new InvalidRequestException("note", note, SHORT_TEXTS);
    }
    return note;
  }

  /** Checks the version of a document and returns it. */
  public static long documentVersion(long version) {
    if (version < 0) {
      throw new InvalidRequestException("version", version, "0 or more");
    }
    return version;
  }

  /** Checks the size of a document and returns its content. */
  public static byte[] documentContent(byte[] content) {
    if (given("content", content).length > MAX_DOCUMENT_BYTES) {
      throw new InvalidRequestException(
          "content", content.length + " bytes", "at most " + MAX_DOCUMENT_BYTES + " bytes");
    }
    return content;
  }

  /** Checks the number and the sizes of the details of an entry of the audit log. */
  public static void auditDetails(Map<String, String> details) {
    texts("detail", details, MAX_AUDIT_DETAILS);
  }

  /** Checks the number and the sizes of headers. A value may be empty, a name may not. */
  public static void headers(Map<String, String> headers) {
    texts("header", headers, MAX_HEADERS);
  }

  private static void texts(String field, Map<String, String> texts, int most) {
    if (given(field + "s", texts).size() > most) {
      throw new InvalidRequestException(
          field + "s", texts.size() + " " + field + "s", "at most " + most);
    }
    texts.forEach((name, value) -> {
      text(field, name);
      if (value == null || !isText(value, MAX_TEXT_BYTES)) {
        throw new InvalidRequestException(
            field + " " + name, value, "0 to 255 bytes of UTF-8 without control characters");
      }
    });
  }

  /** Checks a tag, header name or similar text and returns it. */
  public static String text(String field, String value) {
    if (value == null || value.isEmpty() || !isText(value, MAX_TEXT_BYTES)) {
      throw new InvalidRequestException(field, value, TEXTS);
    }
    return value;
  }

  /** Checks a priority and returns it. */
  public static long priority(long priority) {
    return priority("priority", priority);
  }

  /** Checks a priority in another field and returns it. */
  public static long priority(String field, long priority) {
    if (priority < 0 || priority > MAX_PRIORITY) {
      throw new InvalidRequestException(field, priority, "0 to 4294967295, smaller first");
    }
    return priority;
  }

  /** Checks a lease and returns it in milliseconds. */
  public static long leaseMillis(Duration lease) {
    return leaseMillis("lease", lease);
  }

  /** Checks a duration that a lease may have and returns it in milliseconds. */
  public static long leaseMillis(String field, Duration lease) {
    return within(field, lease, MIN_LEASE, MAX_LEASE, LEASES).toMillis();
  }

  /** Checks a delay and returns it in milliseconds, rounded up. */
  public static long delayMillis(Duration delay) {
    return upToHundredYears("delay", delay).plusNanos(999_999).toMillis();
  }

  /**
   * Checks by how much jobs are to be shifted, and returns it in milliseconds; a finer part is cut
   * off.
   */
  public static long shiftMillis(Duration by) {
    String allowed = "1ms to 36525d, or as much with a minus";
    if (within("by", by, MAX_AHEAD.negated(), MAX_AHEAD, allowed).toMillis() == 0) {
      throw new InvalidRequestException("by", by, allowed);
    }
    return by.toMillis();
  }

  /** Checks a duration from 0 to 100 years and returns it. */
  public static Duration upToHundredYears(String field, Duration time) {
    return within(field, time, Duration.ZERO, MAX_AHEAD, UP_TO_HUNDRED_YEARS);
  }

  /** Checks the range of a duration and returns it. */
  public static Duration within(
      String field, Duration time, Duration least, Duration most, String allowed) {
    if (time == null || time.compareTo(least) < 0 || time.compareTo(most) > 0) {
      throw new InvalidRequestException(field, time, allowed);
    }
    return time;
  }

  /** Checks a due time and returns it. The store checks how far ahead it is, by its clock. */
  public static Instant dueAt(Instant dueAt) {
    if (dueAt == null || dueAt.isBefore(Instant.EPOCH)) {
      throw new InvalidRequestException("dueAt", dueAt, "from 1970-01-01T00:00:00Z on");
    }
    return dueAt;
  }

  /** Checks a moment from 1970 to the year 9999 and returns it. */
  public static Instant moment(String field, Instant moment) {
    if (moment == null || moment.isBefore(Instant.EPOCH) || moment.isAfter(LAST_MOMENT)) {
      throw new InvalidRequestException(field, moment, "from 1970 to the year 9999");
    }
    return moment;
  }

  /** Checks a count from 1 to a maximum and returns it. */
  public static int count(String field, int value, int max) {
    if (value < 1 || value > max) {
      throw new InvalidRequestException(field, value, "1 to " + max);
    }
    return value;
  }

  /** Checks the number and the sizes of tags. */
  public static void tags(Collection<String> tags) {
    if (given("tags", tags).size() > MAX_TAGS) {
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
