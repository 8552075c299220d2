package io.duetime.server.moving;

import java.util.List;

/**
 * Another system whose jobs are moved. It keeps each entry until it is told that the entry is
 * stored, so that an import that was killed continues where it stopped.
 */
public interface Source extends AutoCloseable {
  /** Counts the entries and reads some of them, without changing anything. */
  Survey survey();

  /**
   * Takes the next entries. Takes those first that an interrupted import has taken before.
   *
   * @return an empty page if there is nothing to take at the moment
   * @throws SourceFailure if the system does not answer or refuses
   */
  Page take();

  /**
   * Forgets entries that are stored now. May be repeated.
   *
   * @throws SourceFailure if the system does not answer or refuses
   */
  void forget(Page page, List<Entry> stored);

  @Override
  void close();
}
