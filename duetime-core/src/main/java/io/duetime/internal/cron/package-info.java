/**
 * Cron expressions: reading them, and finding the next tick by bit sets instead of stepping.
 *
 * <p>The rules and their reasons are in {@code docs/decisions/0003-cron.md}. Nothing here reads a
 * clock.
 */
@NullMarked
package io.duetime.internal.cron;

import org.jspecify.annotations.NullMarked;
