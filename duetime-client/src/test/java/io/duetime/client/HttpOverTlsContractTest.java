package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.job.BulkContract;
import io.duetime.engine.tck.job.ClaimingContract;
import io.duetime.engine.tck.queue.SettingsContract;
import io.duetime.engine.tck.queue.WatchContract;
import io.duetime.engine.tck.store.DurabilityContract;
import io.duetime.engine.tck.store.NamesAndSizesContract;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The themes of the contract suite in which the connection to a server makes a difference, being
 * those of sizes and of answers that are waited for, against one that wants TLS and a token.
 */
@Themes(
    only = {
      BulkContract.class,
      ClaimingContract.class,
      DurabilityContract.class,
      NamesAndSizesContract.class,
      SettingsContract.class,
      WatchContract.class
    },
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
