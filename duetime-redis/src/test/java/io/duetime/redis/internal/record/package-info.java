/** Proofs of the bytes: what is written is read back, and what is no record is refused. */
@NullMarked
package io.duetime.redis.internal.record;

import org.jspecify.annotations.NullMarked;
