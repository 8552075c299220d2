package io.duetime.client.internal.engine;

import io.duetime.Durability;
import io.duetime.client.internal.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.Forms;
import io.duetime.client.internal.json.JobReader;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.ResultReader;
import io.duetime.client.internal.json.SettlementWriter;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Claiming;
import io.duetime.engine.Operation;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Claims and settles jobs by calls to a server. */
final class HttpClaiming implements Claiming, AutoCloseable {
  private final HttpCaller server;
  private final WatchStreams watches;

  HttpClaiming(HttpCaller server) {
    this.server = server;
    this.watches = new WatchStreams(server, this::shards);
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claim(Operation.CLAIM, queue, null, request);
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claim(Operation.CLAIM_BY_ID, queue, ids, request);
  }

  private CompletionStage<ClaimResult> claim(
      Operation operation, String queue, @Nullable List<String> ids, ClaimRequest request) {
    JsonBody body =
        JsonBody.object(out -> {
          out.writeNumberProperty("max", request.max());
          out.writeStringProperty("lease", Forms.millis(request.leaseMillis()));
          out.writeStringProperty("payloadAs", "base64");
          if (request.dueBeforeMillis() != null) {
            out.writeStringProperty("dueBefore", Forms.moment(request.dueBeforeMillis()));
          }
          if (!request.consumer().isEmpty()) {
            out.writeStringProperty("consumer", request.consumer());
          }
          if (request.shard() != null) {
            out.writeStringProperty("shard", Forms.shard(request.shard()));
          }
          if (ids != null) {
            JsonBody.texts(out, "ids", ids);
          }
        });
    return server
        .send(operation, "POST", ApiPath.queue(queue) + "/claim", body)
        .thenApply(answer -> JobReader.claim(answer.body()));
  }

  @Override
  public CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    if (settlements.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    JsonBody body =
        JsonBody.list("settlements", settlements.stream().map(SettlementWriter::of).toList());
    String path =
        ApiPath.queue(queue)
            + "/settle?durability="
            + ApiPath.value(Forms.durability(durability));
    return server
        .send(Operation.SETTLE, "POST", path, body)
        .thenApply(answer -> HttpScheduling.results(answer, ResultReader::settled));
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return watches.open(queue, watcher);
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return server
        .get(Operation.SHARDS, ApiPath.queue(queue) + "/shards")
        .thenApply(answer -> answer.body().texts("shards").stream().map(Forms::shard).toList());
  }

  @Override
  public void close() {
    watches.close();
  }
}
