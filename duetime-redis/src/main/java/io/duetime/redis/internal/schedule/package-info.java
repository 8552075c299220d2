/**
 * Creates jobs and changes them by id or by selection: schedule, cancel, reschedule, bulk changes.
 */
@NullMarked
package io.duetime.redis.internal.schedule;

import org.jspecify.annotations.NullMarked;
