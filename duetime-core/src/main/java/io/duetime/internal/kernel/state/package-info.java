/**
 * What is known of one queue: its table, settings, limits, fences, counts and next moments. What
 * happens to its jobs is decided in {@code kernel}.
 */
@NullMarked
package io.duetime.internal.kernel.state;

import org.jspecify.annotations.NullMarked;
