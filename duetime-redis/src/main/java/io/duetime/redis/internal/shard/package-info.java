/** Where jobs are stored: the names of all keys, and which shards a queue has. */
@NullMarked
package io.duetime.redis.internal.shard;

import org.jspecify.annotations.NullMarked;
