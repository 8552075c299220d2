/**
 * The public API: opens stores, schedules, claims and runs jobs, and defines the values of these
 * calls.
 *
 * <p>{@link io.duetime.engine} defines how stores are implemented. Everything under {@code
 * io.duetime.internal} may change at any time.
 */
@NullMarked
package io.duetime;

import org.jspecify.annotations.NullMarked;
