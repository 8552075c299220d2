/**
 * Reads queues: single jobs, selections of jobs and what is done to all of a selection, settings,
 * counts and consumers.
 */
@NullMarked
package io.duetime.internal.client.read;

import org.jspecify.annotations.NullMarked;
