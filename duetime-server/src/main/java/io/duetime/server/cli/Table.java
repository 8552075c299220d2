package io.duetime.server.cli;

import java.util.ArrayList;
import java.util.List;

/** Lays rows of text out in columns as wide as their widest cell; numbers stand to the right. */
final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> head;

  Table(String... head) {
    this.head = List.of(head);
    rows.add(this.head);
  }

  void row(Object... cells) {
    List<String> row = new ArrayList<>(cells.length);
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(row);
  }

  List<String> lines() {
    int[] widths = new int[head.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : GAP);
      line.append(isNumeric(i) ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private boolean isNumeric(int column) {
    return rows.size() > 1
        && rows.stream().skip(1).allMatch(row -> row.get(column).matches("-?[0-9]+|-"));
  }
}
