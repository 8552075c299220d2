/**
 * The timing wheel: pending deadlines, kept so that adding and cancelling one costs the same
 * however many there are.
 *
 * <p>Nothing in here reads a clock, starts a thread or takes a lock; the owner of a wheel does
 * that.
 */
@NullMarked
package io.duetime.wheel;

import org.jspecify.annotations.NullMarked;
