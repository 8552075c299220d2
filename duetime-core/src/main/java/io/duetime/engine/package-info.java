/**
 * The interface of engines: {@link io.duetime.engine.Engine}, asynchronous, in batches of bytes,
 * with its requests and answers.
 *
 * <p>Waiting, wake-ups and handlers are not part of an engine; core has them once, above {@code
 * claim} and {@code watch}.
 */
@NullMarked
package io.duetime.engine;

import org.jspecify.annotations.NullMarked;
