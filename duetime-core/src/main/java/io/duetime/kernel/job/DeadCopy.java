package io.duetime.kernel.job;

import io.duetime.engine.JobSpec;
import io.duetime.id.StableHash;

/**
 * A copy of a job that died, still to be put into another queue.
 *
 * @param key unique within the dead job's queue: its fence, the moment of its death and its id
 * @param targetQueue where it goes
 * @param job what goes there, under an id derived from queue and key, so that repeating changes
 *     nothing
 */
public record DeadCopy(String key, String targetQueue, JobSpec job) {
  /**
   * The id of the copy of a job that died at a moment, after its claim with a fence: the same
   * however often the copy is made, another for each death. A job that expires dies without a
   * claim, so its fence alone does not tell its deaths apart.
   */
  public static String id(String queue, String id, long fence, long moment) {
    return "dead-" + StableHash.hex(queue + "\n" + id + "\n" + fence + "\n" + moment);
  }
}
