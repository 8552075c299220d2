package io.duetime.cli.remote;

import io.duetime.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The columns of a table about objects that a server sends. */
public final class Columns {
  private final List<String> titles = new ArrayList<>();
  private final List<Function<JsonNode, Object>> cells = new ArrayList<>();

  /** Adds a column with a field of the objects. */
  public Columns with(String title, String field) {
    return with(title, field, "");
  }

  /** Adds a column with a field of the objects, or {@code missing} for those without it. */
  public Columns with(String title, String field, String missing) {
    return with(title, item -> item.at("/" + field).asString(missing));
  }

  /** Adds a column with what a function says about the objects. */
  public Columns with(String title, Function<JsonNode, Object> cell) {
    titles.add(title);
    cells.add(cell);
    return this;
  }

  /** The table with a row for each object. */
  public Table table(Iterable<JsonNode> items) {
    Table table = new Table(titles.toArray(String[]::new));
    items.forEach(item -> table.row(cells.stream().map(cell -> cell.apply(item)).toArray()));
    return table;
  }
}
