/**
 * Answers questions about jobs and queues: find, explain, list, counts, timeline, consumers.
 * Changes nothing.
 */
@NullMarked
package io.duetime.redis.internal.read;

import org.jspecify.annotations.NullMarked;
