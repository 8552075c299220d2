package io.duetime.architecture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The checkout that is being built. */
final class Repository {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Path ROOT = findRoot(Path.of("").toAbsolutePath());

  private Repository() {}

  static Path root() {
    return ROOT;
  }

  static Path file(String path) {
    return ROOT.resolve(path);
  }

  static String read(String path) throws IOException {
    return Files.readString(file(path));
  }

  /** Returns the folders of the modules of the default build, as the parent lists them. */
  static List<String> moduleFolders() throws IOException {
    String pom = read("pom.xml");
    return MODULE
        .matcher(pom.substring(0, pom.indexOf("<profiles>")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  /** Returns the tracked files as paths from the root. */
  static List<String> trackedFiles() throws IOException, InterruptedException {
    // The folder may belong to another user than the one that builds.
    Process git =
        new ProcessBuilder("git", "-c", "safe.directory=*", "ls-files", "-z")
            .directory(ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (git.waitFor() != 0) {
      throw new IOException("git ls-files failed in " + ROOT);
    }
    return List.of(names.split("\0"));
  }

  private static Path findRoot(Path start) {
    for (Path path = start; path != null; path = path.getParent()) {
      if (Files.isDirectory(path.resolve("duetime-bom"))) {
        return path;
      }
    }
    throw new IllegalStateException("no checkout of Duetime above " + start);
  }
}
