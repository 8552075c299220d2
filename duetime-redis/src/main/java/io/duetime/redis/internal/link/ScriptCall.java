package io.duetime.redis.internal.link;

import io.duetime.redis.internal.script.Script;

/**
 * One call of a script.
 *
 * @param keys at least one, all in one slot
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record ScriptCall(Script script, byte[][] keys, byte[][] arguments) {}
