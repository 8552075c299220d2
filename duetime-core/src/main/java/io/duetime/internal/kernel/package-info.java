/**
 * What every operation does to a job and to its queue, once, for all engines that live in this
 * process.
 *
 * <p>{@link io.duetime.internal.kernel.QueueKernel} decides; a {@link
 * io.duetime.internal.kernel.JobTable} keeps. No clock, no lock, no thread and no file is in here:
 * the engine around brings them.
 */
@NullMarked
package io.duetime.internal.kernel;

import org.jspecify.annotations.NullMarked;
