package io.duetime.embedded.internal.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps the files of a folder usable for its owner. A command that an administrator runs on the
 * folder of a service makes files that the service could not open.
 */
final class FolderOwner {
  private FolderOwner() {}

  /** Gives all files in a folder to its owner, where this process may do that. */
  static void giveFilesIn(Path folder) {
    try {
      UserPrincipal owner = Files.getOwner(folder);
      for (Path file : files(folder)) {
        if (!Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
          Files.setOwner(file, owner);
        }
      }
    } catch (IOException | UncheckedIOException | UnsupportedOperationException notAllowed) {
      // Only an administrator may; others cannot have made files of another owner.
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> !Files.isSymbolicLink(file)).toList();
    }
  }

  /** Says why a folder cannot be used. */
  static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException denied && denied.getFile() != null) {
      return "the user %s may not use %s, which belongs to %s"
          .formatted(System.getProperty("user.name"), denied.getFile(), owner(denied.getFile()));
    }
    return failure.toString();
  }

  private static String owner(String file) {
    try {
      return Files.getOwner(Path.of(file)).getName();
    } catch (IOException | UnsupportedOperationException unknown) {
      return "another user";
    }
  }
}
