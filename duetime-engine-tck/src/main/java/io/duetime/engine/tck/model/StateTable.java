package io.duetime.engine.tck.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the numbered rows of {@code docs/semantics.md}. */
final class StateTable {
  private static final String DOCUMENT = "/io/duetime/engine/tck/semantics.md";
  private static final Pattern NUMBERED = Pattern.compile("\\| [A-Z]+(-[A-Z]+)?-\\d+ \\|.*");
  private static final int CELLS = 5;

  private StateTable() {}

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

  /** All rows, as the document that is packaged with the suite has them. */
  static List<Row> rows() {
    return rows(document());
  }

  /** The rows of a text. */
  static List<Row> rows(String text) {
    List<Row> rows = new ArrayList<>();
    text.lines()
        .filter(line -> NUMBERED.matcher(line).matches())
        .map(StateTable::row)
        .forEach(rows::add);
    return List.copyOf(rows);
  }

  private static Row row(String line) {
    List<String> cells =
        Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
            .map(String::strip)
            .toList();
    if (cells.size() != CELLS) {
      throw new IllegalArgumentException(CELLS + " cells expected in " + line);
    }
    return new Row(
        cells.get(0),
        List.of(cells.get(1).split(", ")),
        Arrays.stream(cells.get(2).split(", ")).map(StartState::named).toList(),
        cells.get(3),
        Arrays.stream(cells.get(4).split("; ")).map(Aftermath::named).toList());
  }

  private static String document() {
    try (InputStream in = StateTable.class.getResourceAsStream(DOCUMENT)) {
      if (in == null) {
        throw new IllegalStateException("the suite was packaged without " + DOCUMENT);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new IllegalStateException("cannot read " + DOCUMENT, unreadable);
    }
  }
}
