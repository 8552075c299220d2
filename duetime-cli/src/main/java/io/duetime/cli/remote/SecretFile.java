package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads a secret from a file, so that it is neither among the flags nor in the environment. */
public final class SecretFile {
  private SecretFile() {}

  /** The first line without white space around it. */
  public static String firstLine(String option, String file) {
    try {
      String text = Files.readString(Path.of(file), StandardCharsets.UTF_8);
      return text.lines().findFirst().orElse("").strip();
    } catch (IOException | InvalidPathException unreadable) {
      throw new CommandFailure(option + ": cannot read " + file);
    }
  }
}
