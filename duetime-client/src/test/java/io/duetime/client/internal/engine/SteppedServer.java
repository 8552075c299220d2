package io.duetime.client.internal.engine;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.ShardId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A server whose streams begin, signal and end when the test says so. */
final class SteppedServer implements WatchStreams.Server {
  final List<Stream> streams = new ArrayList<>();
  List<ShardId> shards = List.of(ShardId.ONLY);
  boolean listsShards = true;

  /** The status with which every stream is refused; 0 for none. */
  int refusal;

  /** A stream of the client, which ends with a status. */
  record Stream(CompletableFuture<Integer> end, Flow.Subscriber<String> lines) {
    void begin() {
      lines.onNext("{\"kind\":\"WATCHING\"}");
    }

    void alive() {
      lines.onNext("");
    }

    void signal(String shard) {
      lines.onNext("{\"kind\":\"EARLIER\",\"shard\":\"" + shard + "\",\"next\":null}");
    }
  }

  @Override
  public CompletableFuture<Integer> watch(String queue, Flow.Subscriber<String> lines) {
    Stream stream = new Stream(new CompletableFuture<>(), lines);
    streams.add(stream);
    if (refusal != 0) {
      stream.end.complete(refusal);
    }
    return stream.end;
  }

  Stream last() {
    return streams.get(streams.size() - 1);
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return listsShards
        ? CompletableFuture.completedStage(shards)
        : CompletableFuture.failedStage(
            new RetryableException(ErrorCode.STORE_UNAVAILABLE, "too many requests"));
  }
}
