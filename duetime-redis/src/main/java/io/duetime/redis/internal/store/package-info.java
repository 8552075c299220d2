/**
 * What all components of an engine share: the keys and shards of queues, and calls of scripts on
 * them.
 */
@NullMarked
package io.duetime.redis.internal.store;

import org.jspecify.annotations.NullMarked;
