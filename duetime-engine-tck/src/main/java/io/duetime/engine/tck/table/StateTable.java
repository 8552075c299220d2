package io.duetime.engine.tck.table;

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
