package io.duetime.internal.kernel;

import io.duetime.internal.hash.StableHash;

/**
 * The id of the copy of a dead job: the same however often the copy is made, another for each
 * death. A job that expires dies without a claim, so its fence alone does not tell its deaths
 * apart.
 */
final class CopyId {
  private CopyId() {}

  static String of(String queue, JobHead dead) {
    return "dead-"
        + StableHash.hex(queue + "\n" + dead.id() + "\n" + dead.fence() + "\n" + dead.moment());
  }
}
