package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Refuses a file that cannot be read, and says whether its absence or a permission is the cause.
 */
public final class UnreadableFile {
  private UnreadableFile() {}

  /** Creates the refusal; {@code form} says which file is allowed. */
  public static InvalidRequestException of(
      String field, Path file, String form, IOException fault) {
    return new InvalidRequestException(field, file, form + " that can be read" + why(file, fault));
  }

  private static String why(Path file, IOException fault) {
    if (fault instanceof NoSuchFileException) {
      return "; there is no such file";
    }
    if (fault instanceof AccessDeniedException) {
      String user = System.getProperty("user.name");
      return Files.exists(file)
          ? "; it exists, but the user " + user + " cannot read it"
          : "; the user " + user + " cannot look into its folder";
    }
    return Files.isDirectory(file) ? "; it is a folder" : "";
  }
}
