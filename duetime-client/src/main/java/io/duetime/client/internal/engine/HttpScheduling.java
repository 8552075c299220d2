package io.duetime.client.internal.engine;

import io.duetime.Durability;
import io.duetime.client.internal.http.Answer;
import io.duetime.client.internal.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.Forms;
import io.duetime.client.internal.json.JsonBody;
import io.duetime.client.internal.json.JsonObject;
import io.duetime.client.internal.json.ResultReader;
import io.duetime.client.internal.json.SpecWriter;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Operation;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Scheduling;
import io.duetime.engine.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Schedules and changes jobs by calls to a server. */
final class HttpScheduling implements Scheduling {
  /** Well below the 16 MiB that a server takes at once. */
  private static final int MAX_CALL_BYTES = 8 << 20;

  private final HttpCaller server;

  HttpScheduling(HttpCaller server) {
    this.server = server;
  }

  @Override
  public CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    CompletionStage<List<ScheduleResult>> all = CompletableFuture.completedStage(List.of());
    for (byte[] call : calls(jobs)) {
      all = all.thenCompose(before -> scheduleSome(queue, call, durability)
          .thenApply(results -> joined(before, results)));
    }
    return all;
  }

  private CompletionStage<List<ScheduleResult>> scheduleSome(
      String queue, byte[] call, Durability durability) {
    return server
        .sendBytes(Operation.SCHEDULE, "POST", jobs(queue, "", durability), call)
        .thenApply(answer -> results(answer, ResultReader::scheduled));
  }

  private static <T> List<T> joined(List<T> before, List<T> more) {
    if (before.isEmpty()) {
      return more;
    }
    List<T> all = new ArrayList<>(before);
    all.addAll(more);
    return all;
  }

  /** Writes the jobs as JSON arrays of limited size, in order. */
  private static List<byte[]> calls(List<JobSpec> jobs) {
    List<byte[]> calls = new ArrayList<>(1);
    ArrayWriter array = new ArrayWriter();
    for (JobSpec job : jobs) {
      byte[] element = SpecWriter.of(job).bytes();
      if (!array.isEmpty() && array.size() + element.length > MAX_CALL_BYTES) {
        calls.add(array.end());
        array = new ArrayWriter();
      }
      array.add(element);
    }
    if (!array.isEmpty()) {
      calls.add(array.end());
    }
    return calls;
  }

  @Override
  public CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    if (ids.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    JsonBody body = JsonBody.object(out -> JsonBody.texts(out, "ids", ids));
    return server
        .send(Operation.CANCEL, "POST", jobs(queue, "/cancel", durability), body)
        .thenApply(answer -> results(answer, ResultReader::cancelled));
  }

  @Override
  public CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    JsonBody body =
        JsonBody.list("changes", changes.stream().map(HttpScheduling::written).toList());
    return server
        .send(Operation.RESCHEDULE, "POST", jobs(queue, "/reschedule", durability), body)
        .thenApply(answer -> results(answer, ResultReader::rescheduled));
  }

  private static JsonBody written(Reschedule change) {
    return JsonBody.object(out -> {
      out.writeStringProperty("id", change.id());
      Forms.due(out, change.due());
      if (change.only() instanceof Reschedule.OnlyEarlier) {
        out.writeStringProperty("only", "EARLIER");
      } else if (change.only() instanceof Reschedule.OnlyLater) {
        out.writeStringProperty("only", "LATER");
      } else if (change.only() instanceof Reschedule.IfDueAt known) {
        out.writeStringProperty("ifDueAt", Forms.moment(known.epochMillis()));
      }
    });
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    JsonBody body =
        JsonBody.object(out -> {
          Forms.selection(out, selection);
          change(out, change);
          if (cursor != null) {
            out.writeStringProperty("cursor", cursor);
          }
          out.writeNumberProperty("limit", limit);
        });
    return server
        .send(Operation.CHANGE, "POST", ApiPath.queue(queue) + "/jobs/change", body)
        .thenApply(answer -> ResultReader.step(answer.body()));
  }

  private static void change(JsonGenerator out, BulkChange change) {
    if (change instanceof BulkChange.Count count) {
      out.writeBooleanProperty("dryRun", true);
      change(out, count.change());
    } else if (change instanceof BulkChange.Cancel) {
      out.writeStringProperty("change", "CANCEL");
    } else if (change instanceof BulkChange.Move move) {
      out.writeStringProperty("change", "MOVE");
      Forms.due(out, move.due());
    } else if (change instanceof BulkChange.Redrive redrive) {
      out.writeStringProperty("change", "REDRIVE");
      out.writeStringProperty("spread", Forms.millis(redrive.spreadMillis()));
    } else {
      out.writeStringProperty("change", "PURGE");
    }
  }

  private static String jobs(String queue, String verb, Durability durability) {
    return ApiPath.queue(queue)
        + "/jobs"
        + verb
        + "?durability="
        + ApiPath.value(Forms.durability(durability));
  }

  static <T> List<T> results(Answer answer, Function<JsonObject, T> reading) {
    return answer.body().objects("results").stream().map(reading).toList();
  }
}
