package io.duetime.engine.tck.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A growing list of events, in memory or in a file. A call is noted before it is made and once more
 * when it is answered, and each line leaves the process at once, so that the file of a process that
 * was killed still tells what it had asked for. Thread safe.
 */
public final class History implements AutoCloseable {
  private final Map<Long, Event> events = new LinkedHashMap<>();
  private final Writer lines;
  private long calls;

  private History(Writer lines) {
    this.lines = lines;
  }

  /** Keeps events in memory alone. */
  public static History inMemory() {
    return new History(Writer.nullWriter());
  }

  /** Keeps events in memory and appends them to a file that no other process writes. */
  public static History to(Path file) {
    try {
      return new History(
          Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the history " + file, failure);
    }
  }

  /** The events of several files, those of killed processes included. */
  public static List<Event> read(List<Path> files) {
    List<Event> all = new ArrayList<>();
    for (Path file : files) {
      all.addAll(read(file));
    }
    return all;
  }

  private static List<Event> read(Path file) {
    Map<Long, Event> events = new LinkedHashMap<>();
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      // What follows the last line break was cut off in the middle.
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      whole.lines().map(EventText::read).forEach(line -> events.put(line.number(), line.event()));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the history " + file, failure);
    }
    return List.copyOf(events.values());
  }

  /** Notes a call that is about to be made, its outcome unknown; answers its number. */
  public synchronized long begin(Event event) {
    calls++;
    put(calls, event);
    flush();
    return calls;
  }

  /** Notes the answer to a call. */
  public synchronized void end(long number, Event event) {
    put(number, event);
    flush();
  }

  /** Notes something that needed no noting beforehand. */
  public synchronized void add(Event event) {
    begin(event);
  }

  /** All events noted so far. */
  public synchronized List<Event> events() {
    return List.copyOf(events.values());
  }

  private void put(long number, Event event) {
    events.put(number, event);
    try {
      lines.write(EventText.write(number, event));
      lines.write('\n');
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the history", failure);
    }
  }

  private void flush() {
    try {
      lines.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the history", failure);
    }
  }

  @Override
  public synchronized void close() {
    try {
      lines.close();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot close the history", failure);
    }
  }
}
