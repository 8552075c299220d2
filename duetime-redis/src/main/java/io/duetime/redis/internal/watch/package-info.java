/** What watchers of queues have been told, and what is news to them. Knows no server. */
@NullMarked
package io.duetime.redis.internal.watch;

import org.jspecify.annotations.NullMarked;
