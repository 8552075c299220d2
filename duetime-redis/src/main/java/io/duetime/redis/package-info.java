/**
 * The engine on Redis and Valkey: one server, Sentinel, or Cluster. It is found by the URI schemes
 * {@code redis:}, {@code rediss:}, {@code redis-sentinel:}, {@code rediss-sentinel:}, {@code
 * redis-cluster:} and {@code rediss-cluster:}.
 */
@NullMarked
package io.duetime.redis;

import org.jspecify.annotations.NullMarked;
