package io.duetime.engine.tck.table;

/** The operation of a row. */
@FunctionalInterface
interface Act {
  /** Does it and puts its answer into the words of the document. */
  String on(Case c);
}
