/**
 * The operations on jobs and queues, once for all engines that run in this process.
 *
 * <p>{@link io.duetime.kernel.LocalEngine} turns the calls of callers into work on one queue, whose
 * {@link io.duetime.kernel.QueueKernel} gives each to the class whose duty it is; a {@link
 * io.duetime.kernel.state.JobTable} keeps the jobs. Clock, lock, thread and files belong to the
 * engine, which brings them as a {@link io.duetime.kernel.LocalStore}.
 */
@NullMarked
package io.duetime.kernel;

import org.jspecify.annotations.NullMarked;
