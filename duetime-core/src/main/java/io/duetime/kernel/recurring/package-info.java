/**
 * Recurring definitions as values: which ticks are due, missed or ahead, and how an edit changes
 * them. The jobs of ticks are made in {@code kernel}.
 */
@NullMarked
package io.duetime.kernel.recurring;

import org.jspecify.annotations.NullMarked;
