package io.duetime.redis.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LinkClosingTest {
  private final RedisLink link =
      LettuceLink.open(
          Address.server("127.0.0.1", RedisProcess.shared().port()), LinkSettings.DEFAULT);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread closer = new Thread(link::close);

  @Test
  void aListenerMaySubscribeWhileTheLinkIsBeingClosed() throws InterruptedException {
    link.subscribe(
        link.nodes().get(0),
        "first".getBytes(UTF_8),
        new RedisLink.ChannelListener() {
          @Override
          public void subscribed() {
            if (closing.getCount() > 0) {
              closing.countDown();
              closer.start();
              awaitWaitingCloser();
              link.subscribe(link.nodes().get(0), "second".getBytes(UTF_8), this);
            }
          }

          @Override
          public void message(byte[] content) {
            throw new AssertionError("nothing is published here");
          }
        });
    closing.await();

    SignalAwaiter.until(
        "the end of the connections", () -> closer.getState() == Thread.State.TERMINATED);

    assertThat(link.read("GET", "first".getBytes(UTF_8)).toCompletableFuture())
        .isCompletedExceptionally();
  }

  /** This is a thread of the driver, which closing needs. */
  private void awaitWaitingCloser() {
    while (closer.getState() == Thread.State.NEW || closer.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
  }
}
