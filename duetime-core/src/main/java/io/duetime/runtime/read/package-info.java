/** Reads queues: single jobs, selections and their bulk changes, settings, counts and consumers. */
@NullMarked
package io.duetime.runtime.read;

import org.jspecify.annotations.NullMarked;
