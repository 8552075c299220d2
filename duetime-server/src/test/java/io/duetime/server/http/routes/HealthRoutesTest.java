package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobView;
import io.duetime.server.http.fixture.TestServer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HealthRoutesTest {
  @RegisterExtension private final TestServer server = new TestServer(Stopping::new);
  private static volatile boolean hasStopped;

  /** Stops on command, as after a failed write. */
  private static final class Stopping extends ForwardingEngine {
    Stopping(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<Optional<JobView>> find(String queue, String id) {
      return hasStopped
          ? CompletableFuture.failedStage(
              new StoreFailureException(ErrorCode.STORE_FAILED, "the store has stopped"))
          : super.find(queue, id);
    }
  }

  @Test
  void aServerWhoseStoreHasStoppedIsNotAlive() {
    hasStopped = false;
    assertThat(server.get("/health/live").status()).isEqualTo(200);

    hasStopped = true;

    assertThat(server.get("/health/live").status()).isEqualTo(503);
    assertThat(server.get("/health/live").at("/code")).isEqualTo("NOT_ALIVE");
    assertThat(server.get("/health/live").at("/requestId")).isNotEmpty();
    assertThat(server.get("/health/ready").status()).isEqualTo(503);
    assertThat(server.get("/health/ready").at("/code")).isEqualTo("NOT_READY");
    assertThat(server.get("/health/ready").at("/requestId")).isNotEmpty();
  }
}
