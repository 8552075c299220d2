package io.duetime.server.moving;

/** Hears what becomes of the entries. Called by one thread. */
public interface MoveReport {
  /** So many entries are stored and forgotten by the source, or existed already. */
  void moved(long stored, long present);

  /** An entry stays in the source, which names it so. */
  void left(String place, String handle, String why);

  /** So many entries are sent again. */
  void repeated(int entries);
}
