/**
 * The public API: opens stores, schedules, claims and runs jobs, and defines the values of these
 * calls.
 *
 * <p>{@link io.duetime.engine} defines how stores are implemented, {@link io.duetime.handover} how
 * due jobs are handed over. The other packages are for Duetime's own modules and may change at any
 * time.
 */
@NullMarked
package io.duetime;

import org.jspecify.annotations.NullMarked;
