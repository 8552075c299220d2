package io.duetime.cli.terminal;

import io.duetime.text.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Formats rows as columns, each as wide as its widest cell; numbers are aligned right. */
public final class Table {
  private static final String GAP = "  ";
  private static final int SHORTEST = 8;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> head;

  /** Creates a table with the titles of its columns. */
  public Table(String... head) {
    this.head = List.of(head);
    rows.add(this.head);
  }

  /** Adds a row, with a cell for each column. */
  public void row(Object... cells) {
    List<String> row = new ArrayList<>(cells.length);
    for (Object cell : cells) {
      row.add(PrintableText.line(String.valueOf(cell)));
    }
    rows.add(row);
  }

  /** The lines, as long as their cells. */
  public List<String> lines() {
    return lines(Integer.MAX_VALUE);
  }

  /** The lines, cut in the first column so that they fit into so many characters. */
  public List<String> lines(int columns) {
    int[] widths = widths();
    int excess = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - columns;
    widths[0] = Math.max(Math.min(SHORTEST, widths[0]), widths[0] - Math.max(0, excess));
    return rows.stream().map(row -> line(row, widths)).map(line -> cut(line, columns)).toList();
  }

  private int[] widths() {
    int[] widths = new int[head.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = cut(row.get(i), widths[i]);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : GAP);
      line.append(isNumeric(i) ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  private boolean isNumeric(int column) {
    return rows.size() > 1
        && rows.stream().skip(1).allMatch(row -> row.get(column).matches("-?[0-9]+[smhd]?|-"));
  }
}
