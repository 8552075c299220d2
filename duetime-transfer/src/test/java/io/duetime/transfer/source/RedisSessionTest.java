package io.duetime.transfer.source;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.transfer.TransferException;
import io.lettuce.core.RedisCommandExecutionException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RedisSessionTest {
  private static final String SOURCE = "redis://h";

  @Test
  void aConnectionThatBreaksUnderACommandMayBeTriedAgain() {
    CompletableFuture<String> given = new CompletableFuture<>();
    given.cancel(false);

    assertThat(failureOf(failedFuture(new IOException("Connection reset"))))
        .hasMessageContaining(SOURCE + " does not answer: Connection reset");
    assertThat(failureOf(failedFuture(new IOException("Connection reset"))).mayRepeat()).isTrue();
    assertThat(failureOf(given).mayRepeat()).isTrue();
  }

  @Test
  void whatRedisRefusesIsRefusedAgain() {
    TransferException failure =
        failureOf(failedFuture(new RedisCommandExecutionException("WRONGTYPE no list")));

    assertThat(failure).hasMessageContaining(SOURCE + " refuses: WRONGTYPE no list");
    assertThat(failure.mayRepeat()).isFalse();
  }

  @Test
  void anEntryThatCannotBeUnderstoodIsToldAsItIs() {
    IllegalStateException failure = new IllegalStateException("no entry");

    assertThatThrownBy(() -> RedisSession.answer(SOURCE, failedFuture(failure))).isSameAs(failure);
    assertThat(RedisSession.answer(SOURCE, completedFuture("a"))).isEqualTo("a");
  }

  private static TransferException failureOf(CompletableFuture<String> sent) {
    try {
      throw new AssertionError(RedisSession.answer(SOURCE, sent));
    } catch (TransferException failure) {
      return failure;
    }
  }
}
