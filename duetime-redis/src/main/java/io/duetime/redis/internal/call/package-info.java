/**
 * Carries calls of scripts to the shards of queues: arguments, replies, the batches that calls are
 * cut into, and what every call may have to do first (open a shard, register its queue, note when
 * maintenance is due). It knows no single operation of the engine.
 */
@NullMarked
package io.duetime.redis.internal.call;

import org.jspecify.annotations.NullMarked;
