/**
 * How times and durations are written where people type them: HTTP queries, JSON, the command line.
 */
@NullMarked
package io.duetime.internal.text;

import org.jspecify.annotations.NullMarked;
