package io.duetime.cli.transfer;

import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.transfer.SystemImport.SurveyText;
import io.duetime.engine.JobSpec;
import io.duetime.server.json.JsonTrees;
import io.duetime.transfer.Mover;
import io.duetime.transfer.Mover.Answer;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Counts what becomes of entries, draws the progress, and prints entries that are not stored. */
abstract class Tally implements Mover.Report {
  private static final int MOST_TOLD = 20;
  private static final int MOST_LISTED = 10_000;

  final Terminal terminal;
  final ProgressBar progress;
  final List<Map<String, Object>> left = new ArrayList<>();
  long stored;
  long present;
  long refused;
  long repeats;
  long repeatedEntries;

  private Tally(Terminal terminal, ProgressBar progress) {
    this.terminal = terminal;
    this.progress = progress;
  }

  @Override
  public void settled(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
    switch (answer.outcome()) {
      case STORED -> stored++;
      case PRESENT -> present++;
      case REFUSED -> tell(page, entry, answer);
      case PUT_OFF -> givenUp(page, entry, answer);
    }
  }

  private void tell(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
    refused++;
    list(page, entry, answer);
    if (refused <= MOST_TOLD) {
      complain(sentence(page, entry) + answer.text());
    } else if (refused == MOST_TOLD + 1) {
      complain("further " + others() + " are only counted");
    }
  }

  final void list(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
    if (left.size() < MOST_LISTED) {
      left.add(listed(page, entry, answer));
    }
  }

  final void complain(String line) {
    progress.clear();
    terminal.complain(line);
  }

  @Override
  public final void repeated(int entries) {
    repeats++;
    repeatedEntries += entries;
  }

  /** Begins the sentence that says why an entry is not stored. */
  abstract String sentence(Page<JobSpec> page, Entry<JobSpec> entry);

  /** The word for entries that are not stored. */
  abstract String others();

  /** An entry that is not stored, for JSON. */
  abstract Map<String, Object> listed(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer);

  /** An entry was neither accepted nor refused when the patience ended. */
  void givenUp(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {}

  /** Whether all entries are stored. */
  boolean isClean() {
    return refused == 0;
  }

  /** The sum in words. */
  abstract String sentence();

  /** The sum by name, for JSON. */
  abstract Map<String, Object> sum();

  /** Prints the sum. */
  final void print(boolean asJson) {
    progress.clear();
    terminal.print(asJson ? JsonTrees.MAPPER.writeValueAsString(sum()) : sentence());
  }

  /** Of the entries of another system. */
  static final class OfSystem extends Tally {
    private static final double NANOS = 1e9;

    private final long begunNanos;
    private Map<String, Long> stays = Map.of();
    private long lastNanos;
    private long drawn;

    OfSystem(Terminal terminal, boolean isDrawn, long total) {
      super(terminal, new ProgressBar(terminal, isDrawn, total));
      this.begunNanos = terminal.time().nanoTime();
      this.lastNanos = begunNanos;
    }

    @Override
    public void answered() {
      lastNanos = terminal.time().nanoTime();
      progress.read(stored + present - drawn);
      drawn = stored + present;
      progress.draw(stored + present, "entries");
    }

    @Override
    String sentence(Page<JobSpec> page, Entry<JobSpec> entry) {
      return page.place() + ", entry " + entry.handle() + ": not moved: ";
    }

    @Override
    String others() {
      return "entries that are not moved";
    }

    @Override
    Map<String, Object> listed(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
      return Map.of("place", page.place(), "entry", entry.handle(), "why", answer.text());
    }

    /** Notes what stays in the source, as the import does not move it. */
    void stays(Map<String, Long> counts) {
      stays = counts;
    }

    @Override
    String sentence() {
      String sentence = "moved " + (stored == 1 ? "1 entry" : stored + " entries");
      if (stored > 0) {
        double rate = stored / Math.max(1e-9, seconds());
        sentence += String.format(Locale.ROOT, " in %.1f s, %.0f a second", seconds(), rate);
      }
      sentence += present == 0 ? "" : "; stored before: " + present;
      sentence += repeats == 0 ? "" : "; sent again: " + repeatedEntries;
      sentence += refused == 0 ? "" : "; not moved, and kept in the source: " + refused;
      return sentence + (stays.isEmpty() ? "" : "; stays: " + SurveyText.words(stays));
    }

    // The wait for further entries at the end is no part of moving.
    private double seconds() {
      return (lastNanos - begunNanos) / NANOS;
    }

    @Override
    Map<String, Object> sum() {
      Map<String, Object> sum = new LinkedHashMap<>();
      sum.put("moved", stored);
      sum.put("present", present);
      sum.put("repeated", repeatedEntries);
      sum.put("notMoved", refused);
      sum.put("stays", stays);
      sum.put("seconds", seconds());
      sum.put("left", left);
      return sum;
    }
  }

  /** Of the lines of a file. */
  static final class OfLines extends Tally {
    private static final String NOT_ACCEPTED = "NOT_ACCEPTED";

    private final Map<String, Long> outcomes = new TreeMap<>();
    private String firstLeft = "";

    OfLines(Terminal terminal, ProgressBar progress) {
      super(terminal, progress);
    }

    @Override
    public void settled(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
      super.settled(page, entry, answer);
      outcomes.merge(name(answer), 1L, Long::sum);
    }

    private static String name(Answer answer) {
      return switch (answer.outcome()) {
        case STORED, PRESENT -> answer.text();
        case REFUSED -> answer.outcome().name();
        case PUT_OFF -> NOT_ACCEPTED;
      };
    }

    private long lines() {
      return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void answered() {
      progress.draw(lines());
    }

    @Override
    String sentence(Page<JobSpec> page, Entry<JobSpec> entry) {
      return "line " + entry.handle() + ": ";
    }

    @Override
    String others() {
      return "refused lines";
    }

    @Override
    Map<String, Object> listed(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
      return Map.of(
          "line", Long.valueOf(entry.handle()),
          "id", id(entry),
          "outcome", name(answer),
          "why", answer.text());
    }

    private static String id(Entry<JobSpec> entry) {
      JobSpec job = entry.value();
      return job == null ? "" : job.id();
    }

    @Override
    void givenUp(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
      firstLeft = firstLeft.isEmpty() ? entry.handle() : firstLeft;
      list(page, entry, answer);
      String line = "line " + entry.handle() + ", id " + id(entry);
      complain(line + ": not accepted: " + answer.text());
    }

    /** How to continue when lines were given up. */
    String advice() {
      return firstLeft.isEmpty() ? "" : "; continue with --from-line " + firstLeft;
    }

    @Override
    boolean isClean() {
      return super.isClean() && firstLeft.isEmpty();
    }

    @Override
    String sentence() {
      long lines = lines();
      StringJoiner parts =
          new StringJoiner(", ", lines == 1 ? "1 line: " : lines + " lines: ", repetitions())
              .setEmptyValue("no lines");
      outcomes.forEach((outcome, count) ->
          parts.add(count + " " + outcome.toLowerCase(Locale.ROOT).replace('_', ' ')));
      return parts.toString();
    }

    private String repetitions() {
      if (repeats == 0) {
        return "";
      }
      String times = repeats == 1 ? "once" : repeats + " times";
      String lines = repeatedEntries == 1 ? " line" : " lines";
      return "; sent again " + times + ", " + repeatedEntries + lines;
    }

    @Override
    Map<String, Object> sum() {
      Map<String, Object> sum = new LinkedHashMap<>();
      sum.put("lines", lines());
      sum.put("outcomes", outcomes);
      sum.put("repeats", repeats);
      sum.put("repeatedLines", repeatedEntries);
      sum.put("notAccepted", left);
      return sum;
    }
  }
}
