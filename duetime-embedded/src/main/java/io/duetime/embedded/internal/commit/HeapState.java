package io.duetime.embedded.internal.commit;

/** What the committer's work keeps on the heap of what is on disk. */
public interface HeapState {
  /** All that work has changed so far is on disk. */
  void written();

  /** What work has changed since is not: forgets it, and reads again what is on disk. */
  void reload();
}
