package io.duetime.server.access;

import java.util.Locale;

/** What a token may do with a queue. */
public enum Role {
  /** See metadata: states, times, counts, settings; no payloads, headers or error texts. */
  READ,
  /** Also see payloads, headers and error texts. Includes {@link #READ}. */
  PAYLOAD,
  /** Schedule, reschedule, update and cancel waiting jobs, and change recurring definitions. */
  PRODUCE,
  /** Claim jobs with their payloads, and settle them. */
  CONSUME,
  /** Everything; on the pattern {@code *} also tokens, the audit log and the store. */
  ADMIN;

  /** Whether this role allows what another allows. */
  boolean includes(Role other) {
    return this == other || this == ADMIN || (this == PAYLOAD && other == READ);
  }

  /** The name in texts, such as {@code read}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
