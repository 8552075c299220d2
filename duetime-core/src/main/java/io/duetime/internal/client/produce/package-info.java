/**
 * Schedules, moves and cancels jobs, and keeps recurring definitions. Changes of whole selections
 * are in {@code read}.
 */
@NullMarked
package io.duetime.internal.client.produce;

import org.jspecify.annotations.NullMarked;
