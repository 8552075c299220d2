package io.duetime.client;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.SteppedFixture;
import io.duetime.redis.fixture.TempFolder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The contract suite against a server over a store in a folder; in the long lanes alone, as each
 * half of the way has the suite in the others.
 */
@ThemesOfStores
@EnabledIfSystemProperty(named = "duetime.long", matches = "true")
class HttpOverEmbeddedContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new Folder());
  }

  private static final class Folder extends SteppedFixture {
    private final TempFolder folder = TempFolder.create("duetime-client");
    private Engine engine = opened();

    private Engine opened() {
      return EmbeddedEngine.open(folder.path(), EmbeddedOptions.DEFAULT, clock);
    }

    @Override
    public Engine engine() {
      return engine;
    }

    @Override
    public void reopen() {
      engine.close();
      engine = opened();
    }

    @Override
    public void close() {
      engine.close();
      folder.close();
    }
  }
}
