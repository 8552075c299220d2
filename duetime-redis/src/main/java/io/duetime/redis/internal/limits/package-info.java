/**
 * Permits: what the shards of a queue share of its limits. The home shard gives them, claims use
 * them.
 */
@NullMarked
package io.duetime.redis.internal.limits;

import org.jspecify.annotations.NullMarked;
