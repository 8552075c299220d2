/**
 * Looks at the servers of a store: how safe jobs are on them, and whether they are as the engine
 * needs them. Changes nothing there.
 */
@NullMarked
package io.duetime.redis.internal.check;

import org.jspecify.annotations.NullMarked;
