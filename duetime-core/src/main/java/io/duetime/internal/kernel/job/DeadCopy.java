package io.duetime.internal.kernel.job;

import io.duetime.engine.JobSpec;

/**
 * A copy of a job that died, still to be put into another queue.
 *
 * @param key unique within the dead job's queue: its fence, the moment of its death and its id
 * @param targetQueue where it goes
 * @param job what goes there, under an id derived from queue and key, so that repeating changes
 *     nothing
 */
public record DeadCopy(String key, String targetQueue, JobSpec job) {}
