package io.duetime.embedded.internal.table;

import io.duetime.internal.kernel.job.JobHead;
import org.jspecify.annotations.Nullable;

/**
 * A job as the records have it, those not yet written included.
 *
 * @param head what is known of it
 * @param changed whether its head has a record of its own in {@code HEAD}
 * @param record the job's record, or null when it was not kept
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record PlacedJob(JobHead head, boolean changed, byte @Nullable [] record) {}
