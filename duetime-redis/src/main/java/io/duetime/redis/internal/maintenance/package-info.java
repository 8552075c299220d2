/**
 * Does what must happen by itself: lost leases, expiry, ticks, retention, copies of dead jobs,
 * empty epochs.
 */
@NullMarked
package io.duetime.redis.internal.maintenance;

import org.jspecify.annotations.NullMarked;
