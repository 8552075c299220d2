package io.duetime.client.internal.engine;

import io.duetime.Durability;
import io.duetime.Settled;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Claiming;
import io.duetime.engine.Operation;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.JobJson;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SettlementJson;
import io.duetime.wire.ShardText;
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
    return server()
        .send(
            operation,
            "POST",
            ApiPath.queue(queue) + "/claim",
            JobJson.request(request, ids),
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
            + ApiPath.value(DurabilityText.write(durability));
    return new BatchCaller(server())
        .call(
            BatchCaller.Target.member(Operation.SETTLE, path, "settlements"),
            settlements,
            SettlementJson::of,
            ResultJson::settled);
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
            answer -> answer.body().texts("shards").stream().map(ShardText::read).toList());
  }
}
