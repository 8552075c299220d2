/**
 * What callers type: opening a store, scheduling, claiming and running jobs, and the values these
 * speak in.
 *
 * <p>How a store keeps jobs is in {@link io.duetime.engine}; everything under {@code
 * io.duetime.internal} may change at any time.
 */
@NullMarked
package io.duetime;

import org.jspecify.annotations.NullMarked;
