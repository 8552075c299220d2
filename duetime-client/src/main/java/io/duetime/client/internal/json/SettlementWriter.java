package io.duetime.client.internal.json;

import io.duetime.engine.Settlement;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes settlements. */
public final class SettlementWriter {
  private SettlementWriter() {}

  /** Writes one settlement. */
  public static JsonBody of(Settlement settlement) {
    return JsonBody.object(out -> {
      out.writeStringProperty("lease", settlement.lease().encode());
      if (settlement instanceof Settlement.Ack ack) {
        out.writeStringProperty("do", "ACK");
        if (!ack.message().isEmpty()) {
          out.writeStringProperty("message", ack.message());
        }
      } else if (settlement instanceof Settlement.Retry retry) {
        out.writeStringProperty("do", "RETRY");
        delay(out, retry.delayMillis());
        if (retry.isEarly()) {
          out.writeBooleanProperty("early", true);
        }
        failure(out, retry.priority(), retry.isUnconfirmed(), retry.reason());
      } else if (settlement instanceof Settlement.Bury bury) {
        out.writeStringProperty("do", "BURY");
        failure(out, bury.priority(), bury.isUnconfirmed(), bury.reason());
      } else if (settlement instanceof Settlement.Extend extend) {
        out.writeStringProperty("do", "EXTEND");
        out.writeStringProperty("extendBy", ValueJson.millis(extend.extendByMillis()));
      } else if (settlement instanceof Settlement.Release release) {
        out.writeStringProperty("do", "RELEASE");
        delay(out, release.delayMillis());
        if (release.interruption() != null) {
          out.writeStringProperty("interruption", release.interruption());
        }
        unconfirmed(out, release.isUnconfirmed());
      }
    });
  }

  private static void delay(JsonGenerator out, @Nullable Long delayMillis) {
    if (delayMillis != null) {
      out.writeStringProperty("delay", ValueJson.millis(delayMillis));
    }
  }

  private static void failure(
      JsonGenerator out, @Nullable Long priority, boolean isUnconfirmed, String reason) {
    if (priority != null) {
      out.writeNumberProperty("priority", priority);
    }
    unconfirmed(out, isUnconfirmed);
    out.writeStringProperty("reason", reason);
  }

  private static void unconfirmed(JsonGenerator out, boolean isUnconfirmed) {
    if (isUnconfirmed) {
      out.writeBooleanProperty("unconfirmed", true);
    }
  }
}
