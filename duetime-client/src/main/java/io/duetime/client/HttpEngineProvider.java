package io.duetime.client;

import io.duetime.client.http.ServerUri;
import io.duetime.client.internal.engine.HttpEngine;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.EngineProvider.EngineContext;
import java.util.Set;

/**
 * Opens the store of a server: {@code http://HOST:PORT} and {@code https://HOST:PORT}. Parameters
 * behind the question mark: {@code token}, {@code ca} (a PEM file with the authorities to trust)
 * and {@code timeout} (the limit of one call, 30s by default).
 */
public final class HttpEngineProvider implements EngineProvider {
  @Override
  public Set<String> schemes() {
    return ServerUri.SCHEMES;
  }

  @Override
  public Engine open(String uri, EngineContext context) {
    return HttpEngine.open(ServerUri.parse(uri, context.options()));
  }
}
