/**
 * The operations on jobs and queues, once for all engines that run in this process.
 *
 * <p>{@link io.duetime.internal.kernel.QueueKernel} gives each call to the class whose duty it is;
 * a {@link io.duetime.internal.kernel.state.JobTable} keeps the jobs. Clock, lock, thread and files
 * belong to the engine, not to this package.
 */
@NullMarked
package io.duetime.internal.kernel;

import org.jspecify.annotations.NullMarked;
