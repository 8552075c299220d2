package io.duetime.server.moving;

import io.duetime.internal.id.StableHash;

/** Derives from an entry the number by which a store recognises a repeated request. */
public final class Nonces {
  private static final int HEX_DIGITS = 15;

  private Nonces() {}

  /** The number of an entry; the same name has the same number, which is never 0. */
  public static long of(String entry) {
    return 1 + Long.parseLong(StableHash.hex(entry).substring(0, HEX_DIGITS), 16);
  }
}
