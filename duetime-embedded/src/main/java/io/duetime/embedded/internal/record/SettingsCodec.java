package io.duetime.embedded.internal.record;

import io.duetime.engine.QueueSettings;
import io.duetime.engine.QueueSettings.Defaults;
import io.duetime.engine.QueueSettings.Quota;
import io.duetime.engine.QueueSettings.Rate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes the settings of a queue. */
final class SettingsCodec {
  private SettingsCodec() {}

  static void write(ByteWriter to, QueueSettings settings) {
    to.varint(settings.pausedUntilMillis());
    to.varint(settings.maxRunning());
    writeRate(to, settings.rate());
    to.varint(settings.shards());
    to.varint(settings.retention().toMillis());
    to.varint(settings.quota().maxWaiting());
    to.varint(settings.quota().maxAhead().toMillis());
    to.varint(settings.defaults().priority());
    TermsCodec.writeRetry(to, settings.defaults().retry());
    to.varint(settings.defaults().lease().toMillis());
    writeOptional(to, settings.deadCopyTo());
    writeOptional(to, settings.handOver());
  }

  static QueueSettings read(ByteReader from) {
    return new QueueSettings(
        from.varint(),
        (int) from.varint(),
        readRate(from),
        (int) from.varint(),
        Duration.ofMillis(from.varint()),
        new Quota(from.varint(), Duration.ofMillis(from.varint())),
        new Defaults(from.varint(), TermsCodec.readRetry(from), Duration.ofMillis(from.varint())),
        readOptional(from),
        readOptional(from));
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
