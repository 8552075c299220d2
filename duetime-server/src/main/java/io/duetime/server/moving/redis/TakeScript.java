package io.duetime.server.moving.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The scripts that take entries; the head of each file says what it takes and replies. */
enum TakeScript {
  SORTED_SET("take-sorted-set"),
  REDISSON("take-redisson"),
  DELAYQUEUE("take-delayqueue");

  private final String file;

  TakeScript(String name) {
    this.file = "/io/duetime/server/moving/" + name + ".lua";
  }

  /** The script's text. */
  String text() {
    try (InputStream in = TakeScript.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
