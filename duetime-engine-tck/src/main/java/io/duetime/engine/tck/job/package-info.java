/**
 * The contract of a job, operation by operation: scheduling, claiming, settling, retrying,
 * changing. What holds for a queue or a whole store is in {@code queue} and {@code store}.
 */
@NullMarked
package io.duetime.engine.tck.job;

import org.jspecify.annotations.NullMarked;
