package io.duetime.client.internal.engine;

import io.duetime.Durability;
import io.duetime.Settled;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.JobJson;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.ResultReader;
import io.duetime.client.internal.json.SettlementWriter;
import io.duetime.client.internal.json.ValueJson;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Claiming;
import io.duetime.engine.Operation;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Claims and settles jobs by calls to a server. */
interface HttpClaiming extends Claiming, WatchStreams.Server {
  /** Where the calls go. */
  HttpCaller server();

  @Override
  default CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claim(Operation.CLAIM, queue, null, request);
  }

  @Override
  default CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claim(Operation.CLAIM_BY_ID, queue, ids, request);
  }

  private CompletionStage<ClaimResult> claim(
      Operation operation, String queue, @Nullable List<String> ids, ClaimRequest request) {
    JsonBody body =
        JsonBody.object(out -> {
          out.writeNumberProperty("max", request.max());
          out.writeStringProperty("lease", ValueJson.millis(request.leaseMillis()));
          out.writeStringProperty("payloadAs", "base64");
          if (request.dueBeforeMillis() != null) {
            out.writeStringProperty("dueBefore", ValueJson.moment(request.dueBeforeMillis()));
          }
          if (!request.consumer().isEmpty()) {
            out.writeStringProperty("consumer", request.consumer());
          }
          if (request.shard() != null) {
            out.writeStringProperty("shard", ValueJson.shard(request.shard()));
          }
          if (ids != null) {
            JsonBody.texts(out, "ids", ids);
          }
        });
    return server()
        .send(
            operation,
            "POST",
            ApiPath.queue(queue) + "/claim",
            body,
            answer -> JobJson.claim(answer.body()));
  }

  @Override
  default CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    // The server refuses a lease of another queue; engines answer that it is lost.
    return Calls.<Settlement, Settled>sound(
        settlements,
        one -> one == null || !one.lease().queue().equals(queue) ? Settled.LOST : null,
        some -> send(queue, some, durability));
  }

  private CompletionStage<List<Settled>> send(
      String queue, List<Settlement> settlements, Durability durability) {
    String path =
        ApiPath.queue(queue)
            + "/settle?durability="
            + ApiPath.value(ValueJson.durability(durability));
    return new BatchCaller(server())
        .call(
            BatchCaller.Target.member(Operation.SETTLE, path, "settlements"),
            settlements,
            SettlementWriter::of,
            ResultReader::settled);
  }

  @Override
  default CompletableFuture<Integer> watch(String queue, Flow.Subscriber<String> lines) {
    return server().lines(ApiPath.queue(queue) + "/watch", lines);
  }

  @Override
  default CompletionStage<List<ShardId>> shards(String queue) {
    return server()
        .get(
            Operation.SHARDS,
            ApiPath.queue(queue) + "/shards",
            answer -> answer.body().texts("shards").stream().map(ValueJson::shard).toList());
  }
}
