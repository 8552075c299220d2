/**
 * Reads the times and durations of requests (HTTP queries, JSON, the command line) and refuses
 * others with the exception that callers see.
 */
@NullMarked
package io.duetime.internal.parse;

import org.jspecify.annotations.NullMarked;
