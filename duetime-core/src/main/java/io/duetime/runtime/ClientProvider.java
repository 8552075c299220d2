package io.duetime.runtime;

import io.duetime.Duetime;
import io.duetime.DuetimeProvider;
import io.duetime.DuetimeSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.runtime.call.ClientContext;
import io.duetime.time.SystemTime;
import java.time.InstantSource;

/** Opens the engine of a URI, and a client over it. */
public final class ClientProvider implements DuetimeProvider {
  @Override
  public Duetime open(DuetimeSettings settings) {
    InstantSource clock =
        settings.time().<InstantSource>map(time -> time).orElseGet(SystemTime::clock);
    Engine engine = EngineOpener.open(settings.uri(), new EngineContext(clock, settings.options()));
    return StoreClient.over(engine, settings, ClientContext.Pace.NORMAL);
  }
}
