package io.duetime.redis.internal.link;

import io.duetime.Durability;
import org.jspecify.annotations.Nullable;

/**
 * What a script answered, and how durable its writes are.
 *
 * @param reply as of any other call
 * @param reached as far as the store could tell
 */
public record DurableReply(@Nullable Object reply, Durability.Reached reached) {}
