package io.duetime.engine.support;

/** How many jobs an engine reads at a time, as each may have a payload of the largest size. */
public final class RecordsAtOnce {
  private static final int MOST_BYTES = 64 << 20;

  private RecordsAtOnce() {}

  /** As many as usual, but not more than have 64 MiB of payloads; one at least. */
  public static int of(int usual, int maxPayloadBytes) {
    return Math.max(1, Math.min(usual, MOST_BYTES / maxPayloadBytes));
  }
}
