/** Tests of queues whose number of shards changes. */
@NullMarked
package io.duetime.redis.epoch;

import org.jspecify.annotations.NullMarked;
