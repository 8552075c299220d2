package io.duetime.client;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.SteppedFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The contract suite against a server over a store in a folder. */
class HttpOverEmbeddedContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFolder();
  }

  private static final class ServedFolder extends SteppedFixture {
    private final Path folder;
    private ServedStore store;

    ServedFolder() {
      try {
        folder = Files.createTempDirectory("duetime-client");
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      store = served();
    }

    private ServedStore served() {
      return new ServedStore(EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT, clock));
    }

    @Override
    public Engine engine() {
      return store.engine();
    }

    @Override
    public void reopen() {
      store.close();
      store = served();
    }

    @Override
    public void close() {
      store.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
