package io.duetime.cli.terminal;

import io.duetime.TimeSource;
import io.duetime.text.PrintableText;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redraws the terminal and reads the keys that are pressed. Uses {@code stty} to read the size of
 * the terminal and to receive each key as it is pressed; without {@code stty} a screen has 80
 * columns and 24 rows.
 */
public final class Screen implements AutoCloseable {
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";
  private static final String TOP_LEFT = "\u001b[H";
  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]*) ([1-9][0-9]*)");
  private static final Size USUAL = new Size(24, 80);

  private final Terminal terminal;
  private final Deque<Integer> keys = new ArrayDeque<>(); // guarded by this
  private CompletableFuture<Void> pressed = new CompletableFuture<>(); // guarded by this
  private volatile String before = "";
  private final Thread atEnd = Threads.daemons("duetime-screen-end").newThread(this::restore);

  /** The size in characters. */
  public record Size(int rows, int columns) {}

  /** Creates a screen, which {@link #open} shows. */
  public Screen(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Hides the cursor and listens for keys, until {@link #close}. */
  public void open() {
    before = stty("-g");
    Runtime.getRuntime().addShutdownHook(atEnd);
    stty("-icanon", "-echo");
    terminal.out().print(HIDE_CURSOR);
    Threads.daemons("duetime-screen-keys").newThread(this::hearKeys).start();
  }

  /** Reads the size of the terminal. */
  public Size size() {
    Matcher matcher = SIZE.matcher(stty("size"));
    return matcher.matches()
        ? new Size(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
        : USUAL;
  }

  /** Shows these lines instead of the ones before. */
  public void draw(List<String> lines) {
    StringBuilder screen = new StringBuilder(TOP_LEFT);
    List<String> printable = lines.stream().map(PrintableText::line).toList();
    screen.append(String.join(CLEAR_LINE + System.lineSeparator(), printable));
    screen.append(CLEAR_LINE).append(System.lineSeparator()).append(CLEAR_BELOW);
    terminal.out().print(screen);
    terminal.out().flush();
  }

  /** Waits for a key, but not longer than this; empty if none was pressed. */
  public OptionalInt key(Duration pause) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    TimeSource.Timer timer = terminal.time().after(pause, () -> over.complete(null));
    terminal.time().await(CompletableFuture.anyOf(over, awaited()));
    timer.cancel();
    return taken();
  }

  private synchronized CompletableFuture<Void> awaited() {
    return pressed;
  }

  private synchronized OptionalInt taken() {
    Integer key = keys.poll();
    if (keys.isEmpty()) {
      pressed = new CompletableFuture<>();
    }
    return key == null ? OptionalInt.empty() : OptionalInt.of(key);
  }

  private synchronized void press(int key) {
    keys.add(key);
    pressed.complete(null);
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atEnd);
    restore();
  }

  private void restore() {
    terminal.out().print(SHOW_CURSOR);
    terminal.out().flush();
    if (!before.isEmpty()) {
      stty(before);
    }
  }

  private void hearKeys() {
    try {
      for (int key = terminal.in().read(); key >= 0; key = terminal.in().read()) {
        press(key);
      }
    } catch (IOException closed) {
      // No keys can be read; an interrupt still ends the screen.
      return;
    }
  }

  /** Returns the output of stty; empty if stty fails. */
  private static String stty(String... words) {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(words));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (InputStream printed = process.getInputStream()) {
        return new String(printed.readAllBytes(), StandardCharsets.UTF_8).strip();
      }
    } catch (IOException noTerminal) {
      return "";
    }
  }
}
