package io.duetime.server.task;

import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Selection;
import io.duetime.internal.text.DurationText;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.Problem;
import io.duetime.server.json.ResultShape;
import io.duetime.server.task.TaskProgress.Phase;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes tasks for callers. */
public final class TaskShape {
  private TaskShape() {}

  /** One task. */
  public static JsonShape of(Task task) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("id", task.id());
      out.writeStringProperty("kind", Task.Kind.of(task.work().change()).name());
      out.writeStringProperty("queue", task.work().queue());
      filter(out, task.work().selection());
      details(out, task.work());
      out.writeBooleanProperty("dryRun", task.work().dryRun());
      progress(out, task.progress());
      life(out, task.life());
      error(out, task);
      out.writeEndObject();
    };
  }

  /** Tasks: {@code {"tasks":[…]}}. */
  public static JsonShape list(List<Task> tasks) {
    return JsonShape.object("tasks", JsonShape.array(tasks.stream().map(TaskShape::of).toList()));
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
      out.writeName("tag");
      out.writeStartArray();
      selection.tags().forEach(out::writeString);
      out.writeEndArray();
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

  /** Writes {@code total} as null while the jobs are being counted. */
  private static void progress(JsonGenerator out, TaskProgress progress) {
    if (progress.phase() == Phase.COUNTING) {
      out.writeNullProperty("total");
    } else {
      out.writeNumberProperty("total", progress.total());
    }
    out.writeNumberProperty("examined", progress.sum().examined());
    out.writeNumberProperty("changed", progress.sum().changed());
    out.writeNumberProperty("refused", progress.sum().refused());
  }

  private static void life(JsonGenerator out, Task.Life life) {
    out.writeStringProperty("state", life.state().name());
    out.writeBooleanProperty("cancelRequested", life.cancelRequested());
    JsonShape.moment(out, "createdAt", life.createdAtMillis());
    JsonShape.moment(
        out, "endedAt", life.endedAtMillis() == 0 ? ClaimResult.NEVER : life.endedAtMillis());
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
