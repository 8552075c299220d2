/**
 * Schedules, reschedules and cancels jobs, and manages recurring definitions. Bulk changes are in
 * {@code read}.
 */
@NullMarked
package io.duetime.runtime.produce;

import org.jspecify.annotations.NullMarked;
