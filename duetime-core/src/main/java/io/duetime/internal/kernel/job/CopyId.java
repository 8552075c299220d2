package io.duetime.internal.kernel.job;

import io.duetime.internal.hash.StableHash;

/**
 * The id of the copy of a dead job: the same however often the copy is made, another for each
 * death. A job that expires dies without a claim, so its fence alone does not tell its deaths
 * apart.
 */
public final class CopyId {
  private CopyId() {}

  /**
   * The id of the copy of a job that died at a moment, in a queue, after its claim with a fence.
   */
  public static String of(String queue, String id, long fence, long moment) {
    return "dead-" + StableHash.hex(queue + "\n" + id + "\n" + fence + "\n" + moment);
  }
}
