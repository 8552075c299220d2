package io.duetime.client.internal.engine;

import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Updated;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.engine.BatchCaller.Target;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.BulkChange;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Operation;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Scheduling;
import io.duetime.engine.Selection;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SpecJson;
import io.duetime.wire.UpdateJson;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Schedules and changes jobs by calls to a server. */
interface HttpScheduling extends Scheduling {
  /** Where the calls go. */
  HttpCaller server();

  @Override
  default CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return new BatchCaller(server())
        .call(
            Target.array(Operation.SCHEDULE, jobs(queue, "", durability)),
            jobs,
            SpecJson::of,
            ResultJson::scheduled);
  }

  @Override
  default CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return new BatchCaller(server())
        .call(
            Target.member(Operation.CANCEL, jobs(queue, "/cancel", durability), "ids"),
            ids,
            id -> out -> out.writeString(id),
            ResultJson::cancelled);
  }

  @Override
  default CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return new BatchCaller(server())
        .call(
            Target.member(Operation.RESCHEDULE, jobs(queue, "/reschedule", durability), "changes"),
            changes,
            ChangeJson::of,
            ResultJson::rescheduled);
  }

  @Override
  default CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    return new BatchCaller(server())
        .call(
            Target.array(Operation.UPDATE, jobs(queue, "/update", durability)),
            updates,
            UpdateJson::of,
            ResultJson::updated);
  }

  @Override
  default CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    JsonShape body =
        JsonShape.object(out -> {
          ChangeJson.members(selection).write(out);
          if (!selection.isFilter()) {
            out.writeBooleanProperty("all", true);
          }
          ChangeJson.members(change).write(out);
          if (cursor != null) {
            out.writeStringProperty("cursor", cursor);
          }
          out.writeNumberProperty("limit", limit);
        });
    return server()
        .send(
            Operation.CHANGE,
            "POST",
            ApiPath.queue(queue) + "/jobs/change",
            body,
            answer -> Members.read(answer.body(), ResultJson::step));
  }

  private static String jobs(String queue, String verb, Durability durability) {
    return ApiPath.queue(queue)
        + "/jobs"
        + verb
        + "?durability="
        + ApiPath.value(DurabilityText.write(durability));
  }
}
