package io.duetime.embedded.internal.record;

import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.QueueSettings.Rate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Encodes the settings of a queue as bytes. */
final class BinarySettingsCodec {
  private BinarySettingsCodec() {}

  static void write(ByteWriter to, QueueSettings settings) {
    to.varint(settings.pausedUntilMillis());
    to.varint(settings.maxRunning());
    writeRate(to, settings.rate().orElse(null));
    to.varint(settings.shards());
    to.varint(settings.retention().toMillis());
    to.varint(settings.maxWaiting());
    to.varint(settings.maxAhead().toMillis());
    to.varint(settings.defaultPriority());
    TermsCodec.writeRetry(to, settings.defaultRetry());
    to.varint(settings.defaultLease().toMillis());
    writeOptional(to, settings.deadCopyTo().orElse(null));
    writeOptional(to, settings.handOver().map(HandOverRoute::toString).orElse(null));
    to.varint(settings.version().orElse(0));
    to.varint(settings.deadRetention().toMillis());
    to.varint(settings.maxDead());
  }

  static QueueSettings read(ByteReader from) {
    return QueueSettings.builder()
        .pausedUntilMillis(from.varint())
        .maxRunning((int) from.varint())
        .rate(readRate(from))
        .shards((int) from.varint())
        .retention(Duration.ofMillis(from.varint()))
        .maxWaiting(from.varint())
        .maxAhead(Duration.ofMillis(from.varint()))
        .defaultPriority(from.varint())
        .defaultRetry(TermsCodec.readRetry(from))
        .defaultLease(Duration.ofMillis(from.varint()))
        .deadCopyTo(readOptional(from))
        .handOver(readRoute(from))
        .version(from.varint())
        .deadRetention(Duration.ofMillis(from.varint()))
        .maxDead(from.varint())
        .build();
  }

  private static @Nullable HandOverRoute readRoute(ByteReader from) {
    String text = readOptional(from);
    return text == null ? null : HandOverRoute.parse(text);
  }

  private static void writeRate(ByteWriter to, @Nullable Rate rate) {
    to.varint(rate == null ? 0 : rate.permits());
    if (rate != null) {
      to.varint(rate.per().toMillis());
      to.varint(rate.burst());
    }
  }

  private static @Nullable Rate readRate(ByteReader from) {
    int permits = (int) from.varint();
    return permits == 0
        ? null
        : new Rate(permits, Duration.ofMillis(from.varint()), (int) from.varint());
  }

  private static void writeOptional(ByteWriter to, @Nullable String text) {
    to.u8(text == null ? 0 : 1);
    if (text != null) {
      to.text(text);
    }
  }

  private static @Nullable String readOptional(ByteReader from) {
    return from.u8() == 0 ? null : from.text();
  }
}
