package io.duetime.cli.moving;

import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.StrictJson;
import io.duetime.server.moving.Mover;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts what was moved, draws the progress, and prints entries that stay. */
final class MoveTally implements Mover.Report {
  private static final int MOST_TOLD = 20;
  private static final int MOST_LISTED = 10_000;
  private static final double NANOS = 1e9;

  private final Terminal terminal;
  private final ProgressBar progress;
  private final long begunNanos;
  private final List<Map<String, Object>> left = new ArrayList<>();
  private Map<String, Long> stays = Map.of();
  private long leftOver;
  private long moved;
  private long present;
  private long lastNanos;
  private long repeated;

  MoveTally(Terminal terminal, boolean isDrawn, long total) {
    this.terminal = terminal;
    this.progress = new ProgressBar(terminal, isDrawn, total);
    this.begunNanos = terminal.time().nanoTime();
    this.lastNanos = begunNanos;
  }

  @Override
  public void moved(long stored, long alreadyThere) {
    moved += stored;
    present += alreadyThere;
    lastNanos = terminal.time().nanoTime();
    progress.read(stored + alreadyThere);
    progress.draw(moved + present, "entries");
  }

  @Override
  public void left(String place, String handle, String why) {
    leftOver++;
    if (left.size() < MOST_LISTED) {
      left.add(Map.of("place", place, "entry", handle, "why", why));
    }
    if (leftOver <= MOST_TOLD) {
      progress.clear();
      terminal.complain(place + ", entry " + handle + ": not moved: " + why);
    } else if (leftOver == MOST_TOLD + 1) {
      progress.clear();
      terminal.complain("further entries that are not moved are only counted");
    }
  }

  @Override
  public void repeated(int entries) {
    repeated += entries;
  }

  /** Notes what stays in the source, as the import does not move it. */
  void stays(Map<String, Long> counts) {
    stays = counts;
  }

  boolean isClean() {
    return leftOver == 0;
  }

  String sentence() {
    progress.clear();
    String sentence = "moved " + (moved == 1 ? "1 entry" : moved + " entries");
    if (moved > 0) {
      sentence += String.format(Locale.ROOT, " in %.1f s, %.0f a second", seconds(), rate());
    }
    sentence += present == 0 ? "" : "; stored before: " + present;
    sentence += repeated == 0 ? "" : "; sent again: " + repeated;
    sentence += leftOver == 0 ? "" : "; not moved, and kept in the source: " + leftOver;
    return sentence + (stays.isEmpty() ? "" : "; stays: " + SurveyText.words(stays));
  }

  // The wait for further entries at the end is no part of moving.
  private double seconds() {
    return (lastNanos - begunNanos) / NANOS;
  }

  private double rate() {
    return moved / Math.max(1e-9, seconds());
  }

  String json() {
    progress.clear();
    Map<String, Object> sum = new LinkedHashMap<>();
    sum.put("moved", moved);
    sum.put("present", present);
    sum.put("repeated", repeated);
    sum.put("notMoved", leftOver);
    sum.put("stays", stays);
    sum.put("seconds", seconds());
    sum.put("left", left);
    return StrictJson.MAPPER.writeValueAsString(sum);
  }
}
