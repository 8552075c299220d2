package io.duetime.server.beanstalkd;

/** What this server knows of a tube beyond its store: connections and counts since the start. */
final class Tube {
  private final String name;
  int using;
  int watching;
  int waiting;
  long deletes;
  long pauses;
  long pauseSeconds;

  // The numbers from next to end are reserved for jobs that are put here.
  private long first;
  private long next;
  private long end;

  Tube(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  boolean isReferenced() {
    return using > 0 || watching > 0;
  }

  boolean hasCounts() {
    return deletes > 0 || pauses > 0;
  }

  boolean hasNumbers() {
    return next < end;
  }

  long takeNumber() {
    return next++;
  }

  void numbers(long newFirst, int size) {
    first = newFirst;
    next = newFirst;
    end = newFirst + size;
  }

  /** Whether a number is in the block that the tube takes its numbers from. */
  boolean owns(long number) {
    return number >= first && number < end;
  }
}
