package io.duetime.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads tables of the documentation, so that the tests run what the documents say. */
public final class DocumentTable {
  private DocumentTable() {}

  /**
   * The rows of all tables of a document that begin with a header, without the backquotes around
   * cells. No cell may hold a bar.
   *
   * @param document the path below the folder of documents
   * @param firstHeader the first cell of the header
   */
  public static List<List<String>> rows(String document, String firstHeader) {
    List<List<String>> rows = new ArrayList<>();
    boolean wanted = false;
    boolean inTable = false;
    for (String line : lines(document)) {
      boolean begins = !inTable && line.startsWith("|");
      inTable = line.startsWith("|");
      wanted = begins ? cells(line).get(0).equals(firstHeader) : wanted && inTable;
      if (wanted && !begins && !line.startsWith("| ---")) {
        rows.add(cells(line));
      }
    }
    if (rows.isEmpty()) {
      throw new AssertionError(document + " has no rows under '" + firstHeader + "'");
    }
    return rows;
  }

  private static List<String> cells(String row) {
    List<String> cells = new ArrayList<>();
    for (String cell : row.substring(1).split("\\|", -1)) {
      cells.add(cell.strip().replaceAll("^`(.*)`$", "$1"));
    }
    return cells;
  }

  private static List<String> lines(String document) {
    try {
      return Files.readAllLines(documents().resolve(document));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tests run in the folder of their module or in the one above it. */
  private static Path documents() {
    Path here = Path.of("docs");
    return Files.isDirectory(here) ? here : Path.of("..").resolve(here);
  }
}
