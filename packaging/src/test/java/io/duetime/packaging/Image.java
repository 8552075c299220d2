package io.duetime.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The environment of a container of the image, with the paths of this folder. */
final class Image {
  private static final Path DOCKERFILE = Path.of("docker", "Dockerfile");
  private static final Pattern VARIABLE = Pattern.compile("(DUETIME_[A-Z_]+)=(\\S+)");
  private static final String CONFIG = "/etc/duetime/duetime.yml";

  private Image() {}

  static Map<String, String> environment() throws IOException {
    return environment(Path.of("docker", "duetime.yml"));
  }

  /** The environment where this file is mounted in place of the defaults. */
  static Map<String, String> environment(Path mounted) throws IOException {
    Map<String, String> variables = new HashMap<>();
    VARIABLE
        .matcher(Files.readString(DOCKERFILE))
        .results()
        .forEach(found ->
            variables.put(found.group(1), found.group(2).replace(CONFIG, mounted.toString())));
    return variables;
  }
}
