/** The server under the bench, and measurements that take turns on it. */
@NullMarked
package io.duetime.bench.redis.server;

import org.jspecify.annotations.NullMarked;
