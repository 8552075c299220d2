package io.duetime.server.cli.terminal;

import io.duetime.TimeSource;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * What a command reads and writes, and the time it goes by.
 *
 * @param isInteractive whether a person looks at {@code err}, so that lines may be drawn over
 * @param environment the environment's variables
 */
public record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean isInteractive,
    Map<String, String> environment,
    TimeSource time) {
  /** Writes a line to {@code out}. */
  public void print(String line) {
    out.println(line);
    out.flush();
  }

  /** Writes a line to {@code err}. */
  public void complain(String line) {
    err.println(line);
    err.flush();
  }
}
