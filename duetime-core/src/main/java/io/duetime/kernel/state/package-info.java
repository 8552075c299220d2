/**
 * What is known of one queue: its table, settings, limits, fences, counts and next moments; and
 * what a store keeps for a server. What happens to jobs is decided in {@code kernel}.
 */
@NullMarked
package io.duetime.kernel.state;

import org.jspecify.annotations.NullMarked;
