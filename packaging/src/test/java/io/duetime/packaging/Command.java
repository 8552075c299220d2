package io.duetime.packaging;

import io.duetime.cli.Main;
import io.duetime.cli.terminal.Terminal;
import io.duetime.time.SystemTime;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs the command in this process. */
final class Command {
  private Command() {}

  /** Returns what the command prints, and behind it what it complains about. */
  static String output(Map<String, String> environment, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (SystemTime time = new SystemTime();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      Main.run(
          new Terminal(InputStream.nullInputStream(), stream, stream, false, environment, time),
          args);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
