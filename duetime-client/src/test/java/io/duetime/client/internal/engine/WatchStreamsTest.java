package io.duetime.client.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchStreamsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofMillis(250);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final SteppedServer server = new SteppedServer();
  private final WatchStreams streams = new WatchStreams(server, time);
  private final List<ShardId> signalled = new ArrayList<>();
  private final List<ShardId> cancelled = new ArrayList<>();

  @AfterEach
  void close() {
    streams.close();
  }

  private Watcher.Subscription open() {
    return streams.open(
        "orders",
        signal ->
            (signal.kind() == Watcher.Kind.CANCEL_REQUESTED ? cancelled : signalled)
                .add(signal.shard()));
  }

  @Test
  void aStreamThatBeginsSignalsEveryShardOnce() {
    server.shards = List.of(new ShardId(1, 0), new ShardId(1, 1));
    open();

    server.last().begin();
    alive(Duration.ofMinutes(1));

    assertThat(signalled).isEqualTo(server.shards);
    assertThat(cancelled).as("what was cancelled before").isEqualTo(server.shards);
    assertThat(server.streams).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 401, 403, 404, 429, 500, 503})
  void withoutAStreamEveryShardIsSignalledEverySecond(int refusal) {
    server.refusal = refusal;
    open();

    time.advance(Duration.ofSeconds(5));

    assertThat(signalled).hasSize(5);
  }

  @Test
  void signalsGoOnEverySecondAfterAStreamIsLost() {
    open();
    server.last().begin();
    server.refusal = 503;
    server.last().end().complete(200);
    signalled.clear();

    time.advance(Duration.ofSeconds(5));

    assertThat(signalled).hasSize(5);
  }

  @Test
  void aStreamThatEndsIsOpenedAgainAtOnceAndSignalsWhatWasMissed() {
    open();
    server.last().begin();
    server.last().end().complete(200);
    signalled.clear();

    time.advance(AGAIN);
    server.last().begin();

    assertThat(server.streams).hasSize(2);
    assertThat(signalled).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aServerThatRefusesTheTokenIsAskedAFewTimesAMinute(int refusal) {
    server.refusal = refusal;
    open();

    time.advance(Duration.ofMinutes(1));
    assertThat(server.streams).hasSizeBetween(2, 6);

    time.advance(Duration.ofMinutes(10));
    assertThat(server.streams).hasSizeBetween(10, 30);
  }

  @Test
  void aServerThatRefusesForAnotherReasonIsAskedEveryFewSeconds() {
    server.refusal = 503;
    open();

    time.advance(Duration.ofMinutes(1));

    assertThat(server.streams).hasSizeBetween(12, 40);
  }

  @Test
  void aSilentStreamIsCancelledAndReplaced() {
    open();
    SteppedServer.Stream silent = server.last();

    time.advance(Duration.ofSeconds(15).plus(AGAIN));

    assertThat(silent.end()).isCancelled();
    assertThat(server.streams).hasSize(2);
  }

  @Test
  void shardsThatCouldNotBeListedAreSignalledLater() {
    server.shards = List.of(new ShardId(1, 0), new ShardId(1, 1));
    server.listsShards = false;
    open();
    server.last().begin();
    assertThat(signalled).isEmpty();

    server.listsShards = true;
    time.advance(SECOND);

    assertThat(signalled).isEqualTo(server.shards);
  }

  @Test
  void subscriptionsOfAQueueShareAStreamThatIsKeptForTenSeconds() {
    Watcher.Subscription first = open();
    server.last().begin();
    open().close();
    first.close();
    signalled.clear();
    server.last().signal("0.0");
    assertThat(signalled).isEmpty();

    time.advance(Duration.ofSeconds(9));
    Watcher.Subscription again = open();
    server.last().signal("0.0");
    assertThat(signalled).hasSize(1);
    time.advance(Duration.ofSeconds(5));
    again.close();
    time.advance(Duration.ofSeconds(9));
    assertThat(server.streams).hasSize(1);
    assertThat(server.last().end()).isNotDone();

    time.advance(SECOND);
    assertThat(server.last().end()).isCancelled();
    open();
    assertThat(server.streams).hasSize(2);
  }

  @Test
  void aWatcherThatFailsDisturbsNoOther() {
    Watcher failing =
        signal -> {
          throw new IllegalStateException("a watcher's fault");
        };
    streams.open("orders", failing);
    open();

    server.last().begin();
    server.last().signal("0.0");

    assertThat(signalled).hasSize(2);
  }

  @Test
  void nothingIsAskedAfterTheEnd() {
    open();
    streams.close();

    time.advance(Duration.ofMinutes(1));

    assertThat(server.last().end()).isCancelled();
    assertThat(server.streams).hasSize(1);
    assertThat(signalled).isEmpty();
  }

  private void alive(Duration howLong) {
    for (Duration past = Duration.ZERO; past.compareTo(howLong) < 0; past = past.plusSeconds(5)) {
      server.last().alive();
      time.advance(Duration.ofSeconds(5));
    }
  }
}
