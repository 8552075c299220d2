package io.duetime.wire;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.settings.DurationReader;
import io.duetime.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the durability of a change: {@code none}, {@code fsynced}, {@code replicas:2},
 * or {@code fsynced,replicas:2}.
 */
public final class DurabilityText {
  private static final String FORMS =
      "none, fsynced, replicas:N with N from 0 to 100, or fsynced,replicas:N; "
          + "the last two also with ,within:TIME of at most 1m";
  private static final String REPLICAS = "replicas:";
  private static final String WITHIN = "within:";
  private static final Duration REPLICAS_TIMEOUT = Duration.ofSeconds(1);

  private DurabilityText() {}

  /** Reads the query parameter {@code durability}; without it, {@code otherwise} applies. */
  public static Durability read(Fields fields, Durability otherwise) {
    @Nullable String text = fields.text("durability");
    if (text == null) {
      return otherwise;
    }
    if (text.equals("none")) {
      return Durability.NONE;
    }
    boolean fsynced = false;
    int replicas = 0;
    Duration within = null;
    for (String part : text.split(",", -1)) {
      if (part.equals("fsynced")) {
        fsynced = true;
      } else if (part.startsWith(WITHIN)) {
        within = DurationReader.parse("durability", part.substring(WITHIN.length()));
      } else {
        replicas = replicas(part, text);
      }
    }
    Duration timeout = fsynced ? Durability.FSYNCED.timeout() : REPLICAS_TIMEOUT;
    return new Durability(fsynced, replicas, within == null ? timeout : within);
  }

  /** Writes a durability. */
  public static String write(Durability asked) {
    if (!asked.fsynced() && asked.replicas() == 0) {
      return "none";
    }
    String fsynced = asked.fsynced() ? "fsynced," : "";
    String replicas = asked.replicas() > 0 ? REPLICAS + asked.replicas() + "," : "";
    return fsynced + replicas + WITHIN + DurationText.exact(asked.timeout());
  }

  private static int replicas(String part, String text) {
    String count = part.startsWith(REPLICAS) ? part.substring(REPLICAS.length()) : "";
    if (!count.matches("[0-9]{1,3}")) {
      throw new InvalidRequestException("durability", text, FORMS);
    }
    return Integer.parseInt(count);
  }
}
