package io.duetime.server.task;

import io.duetime.JobState;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.Problem;
import io.duetime.server.json.StrictJson;
import io.duetime.server.task.TaskProgress.Phase;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Writes tasks as documents of a store, and reads them. */
final class TaskForm {
  private TaskForm() {}

  static byte[] write(Task task) {
    JsonShape shape =
        out -> {
          out.writeStartObject();
          work(out, task.work());
          progress(out, task.progress());
          life(out, task.life());
          out.writeStringProperty("owner", task.lease().owner());
          out.writeNumberProperty("until", task.lease().untilMillis());
          out.writeEndObject();
        };
    return shape.bytes();
  }

  static Task read(String id, byte[] content) {
    JsonNode json = StrictJson.MAPPER.readTree(content);
    return new Task(
        id,
        work(json),
        progress(json),
        life(json),
        new Task.Lease(json.path("owner").asString(), json.path("until").asLong()));
  }

  private static void work(JsonGenerator out, TaskWork work) {
    Selection selection = work.selection();
    out.writeStringProperty("queue", work.queue());
    out.writeName("states");
    JsonShape.array(
            selection.states().stream()
                .map(state -> (JsonShape) json -> json.writeString(state.name()))
                .toList())
        .write(out);
    out.writeNumberProperty("from", selection.fromMillis());
    out.writeNumberProperty("to", selection.toMillis());
    out.writeName("tags");
    JsonShape.array(
            selection.tags().stream()
                .map(tag -> (JsonShape) json -> json.writeString(tag))
                .toList())
        .write(out);
    JsonShape.text(out, "reason", selection.reason());
    out.writeStringProperty("change", Task.Kind.of(work.change()).name());
    if (work.change() instanceof BulkChange.Move move) {
      out.writeNumberProperty("dueAt", move.due().resolve(0));
    } else if (work.change() instanceof BulkChange.Redrive redrive) {
      out.writeNumberProperty("spread", redrive.spreadMillis());
    }
    out.writeNumberProperty("perSecond", work.perSecond());
    out.writeBooleanProperty("dryRun", work.dryRun());
  }

  private static TaskWork work(JsonNode json) {
    Set<JobState> states = EnumSet.noneOf(JobState.class);
    json.path("states").forEach(state -> states.add(JobState.valueOf(state.asString())));
    Set<String> tags = new HashSet<>();
    json.path("tags").forEach(tag -> tags.add(tag.asString()));
    Selection selection =
        new Selection(
            states,
            json.path("from").asLong(),
            json.path("to").asLong(),
            tags,
            text(json, "reason"),
            null);
    return new TaskWork(
        json.path("queue").asString(),
        selection,
        change(json),
        json.path("perSecond").asInt(),
        json.path("dryRun").asBoolean());
  }

  private static BulkChange change(JsonNode json) {
    return switch (Task.Kind.valueOf(json.path("change").asString())) {
      case CANCEL -> new BulkChange.Cancel();
      case RESCHEDULE -> new BulkChange.Move(DueTime.at(json.path("dueAt").asLong()));
      case REDRIVE -> new BulkChange.Redrive(json.path("spread").asLong());
      case PURGE -> new BulkChange.Purge();
    };
  }

  private static void progress(JsonGenerator out, TaskProgress progress) {
    out.writeStringProperty("phase", progress.phase().name());
    out.writeNumberProperty("total", progress.total());
    out.writeNumberProperty("examined", progress.sum().examined());
    out.writeNumberProperty("changed", progress.sum().changed());
    out.writeNumberProperty("refused", progress.sum().refused());
    JsonShape.text(out, "cursor", progress.cursor());
  }

  private static TaskProgress progress(JsonNode json) {
    return new TaskProgress(
        Phase.valueOf(json.path("phase").asString()),
        json.path("total").asLong(),
        new TaskProgress.Sum(
            json.path("examined").asLong(),
            json.path("changed").asLong(),
            json.path("refused").asLong()),
        text(json, "cursor"));
  }

  private static void life(JsonGenerator out, Task.Life life) {
    out.writeStringProperty("state", life.state().name());
    out.writeNumberProperty("createdAt", life.createdAtMillis());
    out.writeNumberProperty("endedAt", life.endedAtMillis());
    out.writeBooleanProperty("cancelRequested", life.cancelRequested());
    Problem error = life.error();
    if (error != null) {
      out.writeNumberProperty("status", error.status());
      out.writeStringProperty("code", error.code());
      out.writeStringProperty("detail", error.detail());
      error.more().forEach((name, value) -> out.writeStringProperty("error." + name, value));
    }
  }

  private static Task.Life life(JsonNode json) {
    return new Task.Life(
        Task.State.valueOf(json.path("state").asString()),
        json.path("createdAt").asLong(),
        json.path("endedAt").asLong(),
        json.path("cancelRequested").asBoolean(),
        error(json));
  }

  private static @Nullable Problem error(JsonNode json) {
    if (!json.has("code")) {
      return null;
    }
    Map<String, String> more = new java.util.LinkedHashMap<>();
    json.forEachEntry((name, value) -> {
      if (name.startsWith("error.")) {
        more.put(name.substring("error.".length()), value.asString());
      }
    });
    return new Problem(
        json.path("status").asInt(),
        json.path("code").asString(),
        json.path("detail").asString(),
        more);
  }

  private static @Nullable String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    return value.isString() ? value.stringValue() : null;
  }
}
