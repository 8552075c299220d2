/** Proofs of what is news to watchers. */
@NullMarked
package io.duetime.redis.internal.watch;

import org.jspecify.annotations.NullMarked;
