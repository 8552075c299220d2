package io.duetime.client.internal.engine;

import io.duetime.Counts;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.JobView;
import io.duetime.engine.Operation;
import io.duetime.engine.Selection;
import io.duetime.engine.Viewing;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.JobJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.StoreJson;
import io.duetime.wire.TimeText;
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
            answer -> StoreJson.explanation(answer.body()));
  }

  @Override
  default CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    JsonShape body =
        JsonShape.object(out -> {
          ChangeJson.members(selection).write(out);
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
        .get(
            Operation.COUNTS,
            ApiPath.queue(queue),
            answer -> Members.read(answer.body(), StoreJson::counts));
  }

  @Override
  default CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    String range =
        "/timeline?from=%s&to=%s&buckets=%d"
            .formatted(TimeText.asked(fromMillis), TimeText.asked(toMillis), buckets);
    return server()
        .get(
            Operation.TIMELINE,
            ApiPath.queue(queue) + range,
            answer -> Members.read(answer.body(), StoreJson::timeline));
  }

  @Override
  default CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return server()
        .get(
            Operation.CONSUMERS,
            ApiPath.queue(queue),
            answer -> Members.read(answer.body(), StoreJson::consumers));
  }
}
