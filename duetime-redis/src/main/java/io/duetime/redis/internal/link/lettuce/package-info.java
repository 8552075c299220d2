/**
 * The link over the driver: connections to the servers and their renewal, the channels of all
 * nodes, durable writes.
 */
@NullMarked
package io.duetime.redis.internal.link.lettuce;

import org.jspecify.annotations.NullMarked;
