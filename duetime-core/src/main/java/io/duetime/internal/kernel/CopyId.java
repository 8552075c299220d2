package io.duetime.internal.kernel;

/** The id of the copy of a dead job: the same however often the copy is made. */
final class CopyId {
  private CopyId() {}

  static String of(String queue, JobHead dead) {
    return "dead-" + Sha1.hex(queue + "\n" + dead.id() + "\n" + dead.fence());
  }
}
