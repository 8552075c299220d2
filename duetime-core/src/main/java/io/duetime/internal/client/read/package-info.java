/** Reads queues: single jobs, selections and their bulk changes, settings, counts and consumers. */
@NullMarked
package io.duetime.internal.client.read;

import org.jspecify.annotations.NullMarked;
