/**
 * What tells watchers that they hear what is published: the messages of channels, and the heartbeat
 * that notices a channel which hears nothing. Knows no shards.
 */
@NullMarked
package io.duetime.redis.internal.watch;

import org.jspecify.annotations.NullMarked;
