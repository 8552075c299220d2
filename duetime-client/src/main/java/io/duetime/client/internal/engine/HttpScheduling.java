package io.duetime.client.internal.engine;

import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.client.http.ApiPath;
import io.duetime.client.internal.engine.BatchCaller.Target;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.ResultReader;
import io.duetime.client.internal.json.SpecWriter;
import io.duetime.client.internal.json.ValueJson;
import io.duetime.engine.BulkChange;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Operation;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Scheduling;
import io.duetime.engine.Selection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

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
            SpecWriter::of,
            ResultReader::scheduled);
  }

  @Override
  default CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return new BatchCaller(server())
        .call(
            Target.member(Operation.CANCEL, jobs(queue, "/cancel", durability), "ids"),
            ids,
            id -> out -> out.writeString(id),
            ResultReader::cancelled);
  }

  @Override
  default CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return new BatchCaller(server())
        .call(
            Target.member(Operation.RESCHEDULE, jobs(queue, "/reschedule", durability), "changes"),
            changes,
            HttpScheduling::written,
            ResultReader::rescheduled);
  }

  private static JsonBody written(Reschedule change) {
    return JsonBody.object(out -> {
      out.writeStringProperty("id", change.id());
      ValueJson.due(out, change.due());
      if (change.only() instanceof Reschedule.OnlyEarlier) {
        out.writeStringProperty("only", "EARLIER");
      } else if (change.only() instanceof Reschedule.OnlyLater) {
        out.writeStringProperty("only", "LATER");
      } else if (change.only() instanceof Reschedule.IfDueAt known) {
        out.writeStringProperty("ifDueAt", ValueJson.moment(known.epochMillis()));
      }
    });
  }

  @Override
  default CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    JsonBody body =
        JsonBody.object(out -> {
          ValueJson.selection(out, selection);
          if (!selection.isFilter()) {
            out.writeBooleanProperty("all", true);
          }
          change(out, change);
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
            answer -> ResultReader.step(answer.body()));
  }

  private static void change(JsonGenerator out, BulkChange change) {
    if (change instanceof BulkChange.Count count) {
      out.writeBooleanProperty("dryRun", true);
      change(out, count.change());
    } else if (change instanceof BulkChange.Cancel) {
      out.writeStringProperty("change", "CANCEL");
    } else if (change instanceof BulkChange.Move move) {
      out.writeStringProperty("change", "MOVE");
      ValueJson.due(out, move.due());
    } else if (change instanceof BulkChange.Redrive redrive) {
      out.writeStringProperty("change", "REDRIVE");
      out.writeStringProperty("spread", ValueJson.millis(redrive.spreadMillis()));
    } else {
      out.writeStringProperty("change", "PURGE");
    }
  }

  private static String jobs(String queue, String verb, Durability durability) {
    return ApiPath.queue(queue)
        + "/jobs"
        + verb
        + "?durability="
        + ApiPath.value(ValueJson.durability(durability));
  }
}
