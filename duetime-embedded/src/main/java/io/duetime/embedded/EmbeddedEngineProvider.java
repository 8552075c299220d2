package io.duetime.embedded;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.EngineProvider.EngineContext;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Opens {@code embedded:FOLDER}, such as {@code embedded:./data} or {@code
 * embedded:/var/lib/duetime?lowSpace=1GiB}. The folder is made when there is none; options are
 * those of {@link EmbeddedOptions}.
 */
public final class EmbeddedEngineProvider implements EngineProvider {
  private static final String SCHEME = "embedded";

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  @Override
  public Engine open(String uri, EngineContext context) {
    int question = uri.lastIndexOf('?');
    String query = question < 0 ? "" : uri.substring(question + 1);
    return EmbeddedEngine.open(
        folder(uri), EmbeddedOptions.parse(query, context.options()), context.clock());
  }

  /**
   * The folder that a URI names.
   *
   * @throws InvalidRequestException if the URI is not of the form {@code embedded:FOLDER}
   */
  public static Path folder(String uri) {
    String rest = uri.startsWith(SCHEME + ":") ? uri.substring(SCHEME.length() + 1) : "";
    int question = rest.lastIndexOf('?');
    return path(uri, question < 0 ? rest : rest.substring(0, question));
  }

  private static Path path(String uri, String folder) {
    if (folder.isEmpty()) {
      throw new InvalidRequestException("uri", uri, "embedded:FOLDER");
    }
    try {
      return Path.of(folder.startsWith("//") ? folder.substring(2) : folder);
    } catch (InvalidPathException malformed) {
      throw new InvalidRequestException("uri", uri, "embedded:FOLDER");
    }
  }
}
