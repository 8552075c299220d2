package io.duetime.engine.tck.torture.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A short command of the system. */
public record SystemCommand(int exitCode, String output) {
  /** Runs it to its end; a command that cannot be started has the exit code -1. */
  public static SystemCommand run(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new SystemCommand(process.waitFor(), output);
    } catch (IOException missing) {
      return new SystemCommand(-1, String.valueOf(missing.getMessage()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new SystemCommand(-1, "interrupted");
    }
  }

  public boolean worked() {
    return exitCode == 0;
  }
}
