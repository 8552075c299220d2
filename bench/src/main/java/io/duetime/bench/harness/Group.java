package io.duetime.bench.harness;

/**
 * Rows that are measured in turns and printed as one table.
 *
 * @param name by which it is chosen: a subject and a part, such as {@code redis/claim}
 * @param title the line above the table
 * @param turns how often each row is measured
 * @param opener opens what the rows share, and lists them
 */
public record Group(String name, String title, Turns turns, Opener opener) {
  /** How often each row is measured. */
  public enum Turns {
    /** As often as the options say, after a turn that is not counted: it warms up the JVM. */
    WARM,
    /** As often as the options say. */
    COLD,
    /** Once, as it takes long. */
    ONCE
  }

  /** Lists the rows of a group, before its first turn. */
  @FunctionalInterface
  public interface Opener {
    /** Adds them. */
    void open(Rows rows) throws Exception;
  }

  /** A group whose first turns are not counted. */
  public static Group warm(String name, String title, Opener opener) {
    return new Group(name, title, Turns.WARM, opener);
  }

  /** A group whose first turns count, too. */
  public static Group cold(String name, String title, Opener opener) {
    return new Group(name, title, Turns.COLD, opener);
  }

  /** A group that is measured once. */
  public static Group once(String name, String title, Opener opener) {
    return new Group(name, title, Turns.ONCE, opener);
  }

  /** Whether a name chooses it: its own, or the subject before the slash, or {@code all}. */
  public boolean isChosenBy(String choice) {
    return choice.equals("all") || name.equals(choice) || name.startsWith(choice + "/");
  }
}
