package io.duetime.engine.tck.table;

import java.util.List;

/**
 * One row of the state table.
 *
 * @param number such as {@code S-K-3}
 * @param variants what is particular about the operation; one empty text where nothing is
 * @param states the states before for which it holds
 * @param answer what the operation answers
 * @param afterwards what becomes of the job, step by step
 */
record Row(
    String number,
    List<String> variants,
    List<StartState> states,
    String answer,
    List<Aftermath> afterwards) {
  /** The operation's letters, such as {@code S-K}. */
  String operation() {
    return number.substring(0, number.lastIndexOf('-'));
  }

  /** What names the operation together with each of its variants. */
  List<String> acts() {
    return variants.stream()
        .map(variant -> variant.isEmpty() ? operation() : operation() + " " + variant)
        .toList();
  }
}
