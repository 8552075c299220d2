package io.duetime.embedded.internal.disk;

import java.nio.charset.StandardCharsets;

/** The column families, each a sorted map of its own; {@link Keys} says how their keys are made. */
public enum Family {
  /** Queues, their settings, counts, recurring definitions; blocks of numbers; a server's data. */
  META("default", 'q'),
  /** Every job as it was scheduled, by id. */
  JOB("job", 'j'),
  /** What has changed of jobs that are not leased since they were scheduled, by id. */
  HEAD("head", 'h'),
  /** The heads of leased jobs, by id. */
  LEASE("lease", 'l'),
  /** Waiting jobs by due time, id; and those that are ready, by priority, due time, id. */
  DUE("due", 'd'),
  /** Dead and remembered jobs by the moment of their end, and by when they are to be forgotten. */
  ENDED("ended", 'e'),
  /** Jobs by tag, id. */
  TAG("tag", 't'),
  /** How many jobs wait for each minute. */
  MINUTE("minute", 'm'),
  /** Records that could not be understood and were set aside. */
  DAMAGED("damaged", 'x');

  private final String label;
  private final char letter;

  Family(String label, char letter) {
    this.label = label;
    this.letter = letter;
  }

  /** Identifies the family in keys of {@link #DAMAGED}. */
  public char letter() {
    return letter;
  }

  byte[] label() {
    return label.getBytes(StandardCharsets.US_ASCII);
  }
}
