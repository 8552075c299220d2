/**
 * The settings of a queue, declared once for all their forms, and the times and durations of
 * requests (HTTP queries, JSON, the command line), of which others are refused with the exception
 * that callers see.
 */
@NullMarked
package io.duetime.settings;

import org.jspecify.annotations.NullMarked;
