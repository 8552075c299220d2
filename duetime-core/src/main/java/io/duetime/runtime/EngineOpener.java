package io.duetime.runtime;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.EngineProvider.EngineContext;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeSet;

/** Opens engines by the scheme of a URI. */
public final class EngineOpener {
  private EngineOpener() {}

  /**
   * Opens the engine of a URI.
   *
   * @throws InvalidRequestException if no module on the class path knows the scheme
   */
  public static Engine open(String uri, EngineContext context) {
    String scheme = uri.substring(0, Math.max(0, uri.indexOf(':')));
    SortedSet<String> known = new TreeSet<>();
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
      if (provider.schemes().contains(scheme)) {
        return provider.open(uri, context);
      }
      known.addAll(provider.schemes());
    }
    throw new InvalidRequestException(
        ErrorCode.UNKNOWN_STORE,
        "uri",
        shown(scheme),
        "one of the schemes on the class path, "
            + known
            + "; redis, redis-sentinel and redis-cluster are in the artifact duetime-redis, embedded in duetime-embedded,"
            + " http and https in duetime-client. A jar that bundles its dependencies must merge"
            + " their files in META-INF/services");
  }

  /** Hides what follows the scheme, which may contain a password. */
  private static String shown(String scheme) {
    return scheme.isEmpty() ? "without a scheme" : scheme + ":…";
  }
}
