package io.duetime.server.task;

import io.duetime.JobState;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.Problem;
import io.duetime.server.json.ResultShape;
import io.duetime.server.json.StrictJson;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Reads and writes tasks as JSON: whole in the store, and as callers see them. */
public final class TaskForm {
  private static final String ERROR = "error.";

  private TaskForm() {}

  static byte[] stored(Task task) {
    JsonShape shape =
        out -> {
          out.writeStartObject();
          work(out, task.work());
          out.writeStringProperty("phase", task.progress().phase().name());
          out.writeNumberProperty("total", task.progress().total());
          sum(out, task.progress().sum());
          JsonShape.text(out, "cursor", task.progress().cursor());
          life(out, task.life());
          out.writeStringProperty("owner", task.lease().owner());
          out.writeNumberProperty("until", task.lease().untilMillis());
          out.writeEndObject();
        };
    return shape.bytes();
  }

  private static void work(JsonGenerator out, TaskWork work) {
    Selection selection = work.selection();
    out.writeStringProperty("queue", work.queue());
    out.writePOJOProperty("states", selection.states());
    out.writeNumberProperty("from", selection.fromMillis());
    out.writeNumberProperty("to", selection.toMillis());
    out.writePOJOProperty("tags", selection.tags());
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

  private static void sum(JsonGenerator out, TaskProgress.Sum sum) {
    out.writeNumberProperty("examined", sum.examined());
    out.writeNumberProperty("changed", sum.changed());
    out.writeNumberProperty("refused", sum.refused());
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
      error.more().forEach((name, value) -> out.writeStringProperty(ERROR + name, value));
    }
  }

  static Task read(String id, byte[] content) {
    JsonNode json = StrictJson.MAPPER.readTree(content);
    return new Task(
        id,
        new TaskWork(
            json.path("queue").asString(),
            selection(json),
            change(json),
            json.path("perSecond").asInt(),
            json.path("dryRun").asBoolean()),
        new TaskProgress(
            Phase.valueOf(json.path("phase").asString()),
            json.path("total").asLong(),
            new TaskProgress.Sum(
                json.path("examined").asLong(),
                json.path("changed").asLong(),
                json.path("refused").asLong()),
            text(json, "cursor")),
        new Task.Life(
            Task.State.valueOf(json.path("state").asString()),
            json.path("createdAt").asLong(),
            json.path("endedAt").asLong(),
            json.path("cancelRequested").asBoolean(),
            error(json)),
        new Task.Lease(json.path("owner").asString(), json.path("until").asLong()));
  }

  private static Selection selection(JsonNode json) {
    Set<JobState> states = EnumSet.noneOf(JobState.class);
    json.path("states").forEach(state -> states.add(JobState.valueOf(state.asString())));
    return new Selection(
        states,
        json.path("from").asLong(),
        json.path("to").asLong(),
        json.path("tags").valueStream().map(JsonNode::asString).collect(Collectors.toSet()),
        text(json, "reason"),
        null);
  }

  private static BulkChange change(JsonNode json) {
    return switch (Task.Kind.valueOf(json.path("change").asString())) {
      case CANCEL -> new BulkChange.Cancel();
      case RESCHEDULE -> new BulkChange.Move(DueTime.at(json.path("dueAt").asLong()));
      case REDRIVE -> new BulkChange.Redrive(json.path("spread").asLong());
      case PURGE -> new BulkChange.Purge();
    };
  }

  private static @Nullable Problem error(JsonNode json) {
    if (!json.has("code")) {
      return null;
    }
    Map<String, String> more = new LinkedHashMap<>();
    json.forEachEntry((name, value) -> {
      if (name.startsWith(ERROR)) {
        more.put(name.substring(ERROR.length()), value.asString());
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

  /** A task for callers. */
  public static JsonShape shown(Task task) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("id", task.id());
      out.writeStringProperty("kind", Task.Kind.of(task.work().change()).name());
      out.writeStringProperty("queue", task.work().queue());
      filter(out, task.work().selection());
      details(out, task.work());
      out.writeBooleanProperty("dryRun", task.work().dryRun());
      if (task.progress().phase() == Phase.COUNTING) {
        out.writeNullProperty("total");
      } else {
        out.writeNumberProperty("total", task.progress().total());
      }
      sum(out, task.progress().sum());
      Task.Life life = task.life();
      out.writeStringProperty("state", life.state().name());
      out.writeBooleanProperty("cancelRequested", life.cancelRequested());
      JsonShape.moment(out, "createdAt", life.createdAtMillis());
      JsonShape.moment(
          out, "endedAt", life.endedAtMillis() == 0 ? ClaimResult.NEVER : life.endedAtMillis());
      error(out, task);
      out.writeEndObject();
    };
  }

  /** Tasks for callers: {@code {"tasks":[…]}}. */
  public static JsonShape shown(List<Task> tasks) {
    return JsonShape.object("tasks", JsonShape.array(tasks.stream().map(TaskForm::shown).toList()));
  }

  private static void filter(JsonGenerator out, Selection selection) {
    out.writeName("filter");
    out.writeStartObject();
    if (selection.fromMillis() != 0) {
      JsonShape.moment(out, "from", selection.fromMillis());
    }
    if (selection.toMillis() != Long.MAX_VALUE) {
      JsonShape.moment(out, "to", selection.toMillis());
    }
    if (!selection.tags().isEmpty()) {
      out.writePOJOProperty("tag", selection.tags());
    }
    if (selection.reason() != null) {
      out.writeStringProperty("reason", selection.reason());
    }
    out.writeEndObject();
  }

  private static void details(JsonGenerator out, TaskWork work) {
    if (work.change() instanceof BulkChange.Move move) {
      JsonShape.moment(out, "dueAt", move.due().resolve(0));
    } else if (work.perSecond() > 0) {
      out.writeNumberProperty("perSecond", work.perSecond());
    } else if (work.change() instanceof BulkChange.Redrive redrive) {
      out.writeStringProperty(
          "spread", DurationText.exact(Duration.ofMillis(redrive.spreadMillis())));
    }
  }

  private static void error(JsonGenerator out, Task task) {
    Problem error = task.life().error();
    if (error == null && task.progress().sum().refused() > 0) {
      error = Problem.of(ResultShape.noRoom());
    }
    if (error != null) {
      out.writeName("error");
      error.brief().write(out);
    }
  }
}
