package io.duetime.engine.tck.torture.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A short command of the system that has ended. */
public record SystemCommand(boolean worked, String output) {
  /** Runs a command to its end. One that cannot be started has not worked. */
  public static SystemCommand run(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      byte[] output = process.getInputStream().readAllBytes();
      return new SystemCommand(
          process.onExit().join().exitValue() == 0,
          new String(output, StandardCharsets.UTF_8).strip());
    } catch (IOException missing) {
      return new SystemCommand(false, String.valueOf(missing.getMessage()));
    }
  }

  /** The first line that a command has printed, or nothing if it has not worked. */
  public String firstLine() {
    return worked ? output.lines().findFirst().orElse("") : "";
  }
}
