/**
 * Schedules, changes, claims, settles, lists and explains jobs, and keeps the permits that claims
 * need.
 */
@NullMarked
package io.duetime.redis.internal.jobs;

import org.jspecify.annotations.NullMarked;
