package io.duetime.redis.internal.link;

import io.duetime.redis.internal.script.Script;

/**
 * One call of a script.
 *
 * @param keys at least one, all in one slot
 */
@SuppressWarnings("ArrayRecordComponent") // nothing compares them
public record ScriptCall(Script script, byte[][] keys, byte[][] arguments) {
  /** Checks that there is a key. */
  public ScriptCall {
    if (keys.length == 0) {
      throw new IllegalArgumentException("script " + script.name() + " is called without a key");
    }
  }
}
