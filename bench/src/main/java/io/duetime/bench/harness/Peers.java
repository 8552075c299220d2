package io.duetime.bench.harness;

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
