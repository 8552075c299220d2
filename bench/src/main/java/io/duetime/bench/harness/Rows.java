package io.duetime.bench.harness;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The rows of a group, and what it has opened, which is closed after the last turn. */
public final class Rows implements AutoCloseable {
  /** How much is measured. */
  public final Sizes sizes;

  private final List<Row> all = new ArrayList<>();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private String note = "";

  /** Something that is measured in turns with other rows. */
  record Row(String name, boolean isPeer, boolean isBase, Turn turn) {}

  /** One measurement. */
  @FunctionalInterface
  public interface Turn {
    /** Takes it, from a fresh start. */
    Figures take() throws Exception;
  }

  /** A program to compare with is not installed on this machine. */
  public static final class MissingPeerException extends IOException {
    private static final long serialVersionUID = 1;

    /** Says which program. */
    public MissingPeerException(String program) {
      super(program + " is not installed");
    }
  }

  /** Begins without rows. */
  public Rows(Sizes sizes) {
    this.sizes = sizes;
  }

  /** Adds a row of Duetime. */
  public void ours(String name, Turn turn) {
    all.add(new Row(name, false, false, turn));
  }

  /** Adds a row of Duetime that the others are compared to. */
  public void ourBase(String name, Turn turn) {
    all.add(new Row(name, false, true, turn));
  }

  /** Adds a row of something else, which is left out when two builds are compared. */
  public void peer(String name, Turn turn) {
    all.add(new Row(name, true, false, turn));
  }

  /** Adds a row of something else that the others are compared to. */
  public void base(String name, Turn turn) {
    all.add(new Row(name, true, true, turn));
  }

  List<Row> all() {
    return all;
  }

  /** Adds something to the title of the table. */
  public void note(String text) {
    note = "; " + text;
  }

  String note() {
    return note;
  }

  /** Closes something after the last turn, the last one first. */
  public <T extends AutoCloseable> T manage(T closeable) {
    open.push(closeable);
    return closeable;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception failure) {
        throw new IllegalStateException("cannot close what a group has opened", failure);
      }
    }
  }

  /**
   * Adds the rows that have nothing of Duetime, for each group of a kind of store; by default none.
   */
  public interface Peers {
    /** No peers. */
    Peers NONE = new Peers() {};

    /** Beside callers that schedule {@code size} jobs a call. */
    default void scheduling(Rows rows, Callers callers, int size) {}

    /** Beside callers that claim and acknowledge {@code size} jobs a call. */
    default void claiming(Rows rows, Callers callers, int size) {}

    /** Beside consumers of a load. */
    default void consuming(Rows rows, Lateness.Load load) {}
  }
}
