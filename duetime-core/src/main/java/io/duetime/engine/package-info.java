/**
 * What engine authors implement: {@link io.duetime.engine.Engine}, asynchronous, batch-first and
 * made of bytes, and the requests and answers it speaks in.
 *
 * <p>No waiting, waking or handler lives here; those stand once, in core, above {@code claim} and
 * {@code watch}.
 */
@NullMarked
package io.duetime.engine;

import org.jspecify.annotations.NullMarked;
