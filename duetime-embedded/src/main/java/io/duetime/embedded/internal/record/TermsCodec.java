package io.duetime.embedded.internal.record;

import io.duetime.Expiry;
import io.duetime.RetryPolicy;
import io.duetime.internal.kernel.job.JobHead.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Writes what a request asks for except its due time: tags, retry rule, expiry, retention. */
final class TermsCodec {
  private static final int NEVER_EXPIRES = 0;
  private static final int EXPIRES_AT = 1;
  private static final int EXPIRES_AFTER = 2;

  // A store has few rules and many jobs: the texts are parsed once. Bounded, in case it does not.
  private static final int MANY_RULES = 1_000;
  private static final Map<String, RetryPolicy> RULES = new ConcurrentHashMap<>();

  private TermsCodec() {}

  static void write(ByteWriter to, Terms terms) {
    writeTags(to, terms.tags());
    writeRetry(to, terms.retry());
    writeExpiry(to, terms.expiry());
    to.signed(terms.retentionMillis());
  }

  static Terms read(ByteReader from) {
    return new Terms(readTags(from), readRetry(from), readExpiry(from), from.signed());
  }

  static void writeTags(ByteWriter to, List<String> tags) {
    to.varint(tags.size());
    tags.forEach(to::text);
  }

  static List<String> readTags(ByteReader from) {
    int count = from.count();
    List<String> tags = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tags.add(from.text());
    }
    return List.copyOf(tags);
  }

  static void writeRetry(ByteWriter to, RetryPolicy retry) {
    to.text(retry.equals(RetryPolicy.DEFAULT) ? "" : retry.toString());
  }

  static RetryPolicy readRetry(ByteReader from) {
    String text = from.text();
    if (text.isEmpty()) {
      return RetryPolicy.DEFAULT;
    }
    if (RULES.size() >= MANY_RULES) {
      RULES.clear();
    }
    return RULES.computeIfAbsent(text, RetryPolicy::parse);
  }

  static void writeExpiry(ByteWriter to, @Nullable Expiry expiry) {
    if (expiry == null) {
      to.u8(NEVER_EXPIRES);
    } else if (expiry instanceof Expiry.At at) {
      to.u8(EXPIRES_AT);
      writeInstant(to, at.instant());
      to.u8(Numbered.ACTIONS.of(at.action()));
    } else if (expiry instanceof Expiry.After after) {
      to.u8(EXPIRES_AFTER);
      to.varint(after.duration().toMillis());
      to.u8(Numbered.ACTIONS.of(after.action()));
    }
  }

  @SuppressWarnings("JavaInstantGetSecondsGetNano") // both parts of the instant are written
  private static void writeInstant(ByteWriter to, Instant instant) {
    to.varint(instant.getEpochSecond());
    to.varint(instant.getNano());
  }

  static @Nullable Expiry readExpiry(ByteReader from) {
    int kind = from.u8();
    return switch (kind) {
      case NEVER_EXPIRES -> null;
      case EXPIRES_AT ->
          new Expiry.At(
              Instant.ofEpochSecond(from.varint(), from.varint()),
              Numbered.ACTIONS.value(from.u8()));
      case EXPIRES_AFTER ->
          new Expiry.After(Duration.ofMillis(from.varint()), Numbered.ACTIONS.value(from.u8()));
      default -> throw new UnreadableRecordException("no expiry of kind " + kind);
    };
  }
}
