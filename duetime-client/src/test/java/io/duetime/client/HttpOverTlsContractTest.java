package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.job.ClaimingContract;
import io.duetime.engine.tck.queue.WatchContract;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The themes of the contract suite with answers that are waited for, against a server that wants
 * TLS and a token; in long runs all themes.
 */
@Themes(
    only = {ClaimingContract.class, WatchContract.class},
    allInLongRuns = true)
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
