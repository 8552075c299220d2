package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the last failure of a job must be like; each part may be null for any.
 *
 * @param reason the reason that a dead job must have: EXHAUSTED, BURIED or EXPIRED
 * @param fingerprint the fingerprint of its last failed attempt, or of its expiry
 * @param errorLike a piece of the error's text, as it is written there: 1 to 255 bytes
 */
public record LastFailure(
    @Nullable String reason, @Nullable String fingerprint, @Nullable String errorLike) {
  /** Any job, whether it has failed or not. */
  public static final LastFailure ANY = new LastFailure(null, null, null);

  private static final Pattern FINGERPRINT = Pattern.compile("fp[0-9]{1,3}:[a-z0-9-]{1,32}");

  /** Checks the texts that are given. */
  public LastFailure {
    if (reason != null) {
      Limits.text("reason", reason);
    }
    if (fingerprint != null && !FINGERPRINT.matcher(fingerprint).matches()) {
      throw new InvalidRequestException(
          "fingerprint", fingerprint, "that of a failed attempt, such as fp1:0123456789abcdef");
    }
    if (errorLike != null) {
      Limits.text("errorLike", errorLike);
    }
  }
}
