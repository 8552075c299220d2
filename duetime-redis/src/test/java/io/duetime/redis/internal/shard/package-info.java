/** Proofs of what shards and their keys are. */
@NullMarked
package io.duetime.redis.internal.shard;

import org.jspecify.annotations.NullMarked;
