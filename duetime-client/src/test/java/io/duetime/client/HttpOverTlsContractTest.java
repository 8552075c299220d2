package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The contract suite against a server that wants TLS and a token. */
@ExtendWith(ThemesOfConnections.class)
@Tag("full")
class HttpOverTlsContractTest extends EngineContract {
  @TempDir private static Path folder;
  private static Certificate certificate;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = Certificate.in(folder);
  }

  @Override
  protected EngineFixture open() {
    return new ServedFixture(
        new MemoryFixture(), served -> new ServedStore(served, certificate, "admin"));
  }
}
