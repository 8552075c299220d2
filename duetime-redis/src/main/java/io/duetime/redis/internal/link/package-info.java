/**
 * Calls to the servers of a store, over Lettuce: connections that are replaced when they are
 * useless, calls that are sent again, durable writes, and channels. The rest of the engine sees
 * {@link io.duetime.redis.internal.link.RedisLink} and opens it with a URI's address or a client.
 */
@NullMarked
package io.duetime.redis.internal.link;

import org.jspecify.annotations.NullMarked;
