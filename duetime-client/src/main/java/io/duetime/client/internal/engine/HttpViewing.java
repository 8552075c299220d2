package io.duetime.client.internal.engine;

import io.duetime.Counts;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.JobJson;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.StoreReader;
import io.duetime.client.internal.json.ValueJson;
import io.duetime.engine.JobView;
import io.duetime.engine.Operation;
import io.duetime.engine.Selection;
import io.duetime.engine.Viewing;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads jobs and queues by calls to a server. */
interface HttpViewing extends Viewing {
  /** Where the calls go. */
  HttpCaller server();

  @Override
  default CompletionStage<Optional<JobView>> find(String queue, String id) {
    return server()
        .get(
            Operation.FIND,
            ApiPath.job(queue, id) + "?payloadAs=base64",
            answer ->
                answer.missing() ? Optional.empty() : Optional.of(JobJson.job(answer.body())));
  }

  @Override
  default CompletionStage<Explanation> explain(String queue, String id) {
    return server()
        .get(
            Operation.EXPLAIN,
            ApiPath.job(queue, id) + "/explain",
            answer -> StoreReader.explanation(answer.body()));
  }

  @Override
  default CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    JsonBody body =
        JsonBody.object(out -> {
          ValueJson.selection(out, selection);
          if (cursor != null) {
            out.writeStringProperty("cursor", cursor);
          }
          out.writeNumberProperty("limit", limit);
          out.writeStringProperty("payloadAs", "base64");
        });
    return server()
        .send(
            Operation.LIST,
            "POST",
            ApiPath.queue(queue) + "/jobs/list",
            body,
            answer -> JobJson.page(answer.body()));
  }

  @Override
  default CompletionStage<Counts> counts(String queue) {
    return server()
        .get(Operation.COUNTS, ApiPath.queue(queue), answer -> StoreReader.counts(answer.body()));
  }

  @Override
  default CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    String range =
        "/timeline?from=%s&to=%s&buckets=%d"
            .formatted(ValueJson.moment(fromMillis), ValueJson.moment(toMillis), buckets);
    return server()
        .get(
            Operation.TIMELINE,
            ApiPath.queue(queue) + range,
            answer -> StoreReader.timeline(answer.body()));
  }

  @Override
  default CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return server()
        .get(
            Operation.CONSUMERS,
            ApiPath.queue(queue),
            answer -> StoreReader.consumers(answer.body()));
  }
}
