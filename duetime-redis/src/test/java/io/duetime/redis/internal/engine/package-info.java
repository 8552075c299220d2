/** Proofs of the parts of the engine that need no store. */
@NullMarked
package io.duetime.redis.internal.engine;

import org.jspecify.annotations.NullMarked;
