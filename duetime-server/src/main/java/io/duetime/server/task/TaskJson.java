package io.duetime.server.task;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.STATES;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Selection;
import io.duetime.server.task.IdKeeper.StoredIds;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskProgress.Sum;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.text.DurationText;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.duetime.wire.StrictJson;
import io.duetime.wire.UpdateJson;
import io.duetime.wire.Values;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** Reads and writes tasks as JSON: whole in the store, and as callers see them. */
public final class TaskJson {
  /** What a problem of a step has besides its code and detail. */
  private static final List<String> MORE = List.of("field", "value", "allowed");

  private TaskJson() {}

  static byte[] stored(Task task) {
    return Members.shape(task, m -> task(m, task.id())).bytes();
  }

  static Task read(String id, byte[] content) {
    return Members.read(Fields.ofAnswer(StrictJson.tree(content)), m -> task(m, id));
  }

  private static Task task(Members<Task> m, String id) {
    return new Task(
        id,
        work(m.part(Task::work), id),
        progress(m.part(Task::progress)),
        life(m.part(Task::life)),
        lease(m.part(Task::lease)));
  }

  private static TaskWork work(Members<TaskWork> m, String id) {
    TaskWork work =
        new TaskWork(
            m.need("queue", TEXT, TaskWork::queue),
            selection(m.part(TaskWork::selection)),
            change(m.part(TaskWork::change)),
            parts(m.part(TaskWork::parts)),
            m.need("dryRun", FLAG, TaskWork::dryRun),
            m.optional("ids", Values.object(TaskJson::ids), TaskWork::ids));
    // Earlier versions stored a rate alone.
    return work.parts().perSecond() > 0 && !work.isInParts() ? work.inParts(id) : work;
  }

  private static RedriveParts parts(Members<RedriveParts> m) {
    return new RedriveParts(
        m.optional("first", TEXT, RedriveParts::first),
        m.need("perSecond", COUNT, RedriveParts::perSecond),
        m.or("stopAtPercent", COUNT, 100, RedriveParts::stopAtPercent));
  }

  private static RedriveParts.Course course(Members<RedriveParts.Course> m) {
    return new RedriveParts.Course(
        ResultJson.redriven(m.part(RedriveParts.Course::jobs)),
        m.need("pacedAt", WHOLE, RedriveParts.Course::pacedAtMillis));
  }

  private static StoredIds ids(Members<StoredIds> m) {
    return new StoredIds(
        m.need("task", TEXT, StoredIds::task),
        m.need("parts", COUNT, StoredIds::parts),
        m.need("count", COUNT, StoredIds::count));
  }

  private static Selection selection(Members<Selection> m) {
    return new Selection(
        Set.copyOf(m.need("states", STATES, Selection::states)),
        m.need("from", WHOLE, Selection::fromMillis),
        m.need("to", WHOLE, Selection::toMillis),
        Set.copyOf(m.need("tags", TEXTS, of -> List.copyOf(of.tags()))),
        m.isOn("retrying", Selection::retrying),
        ChangeJson.failure(m.part(Selection::failure)),
        null);
  }

  private static BulkChange change(Members<BulkChange> m) {
    return switch (m.need("change", Values.oneOf(Task.Kind.class), Task.Kind::of)) {
      case CANCEL -> new BulkChange.Cancel();
      case RESCHEDULE ->
          new BulkChange.Move(
              DueTime.at(m.need("dueAt", WHOLE, of -> ((BulkChange.Move) of).due().resolve(0))));
      case UPDATE ->
          new BulkChange.Update(
              m.need(
                  "update",
                  Values.object(UpdateJson::change),
                  of -> ((BulkChange.Update) of).change()));
      case SHIFT ->
          new BulkChange.Shift(
              m.need("shift", TEXT, of -> ((BulkChange.Shift) of).task()),
              m.need("by", WHOLE, of -> ((BulkChange.Shift) of).byMillis()),
              m.need("spread", WHOLE, of -> ((BulkChange.Shift) of).spreadMillis()),
              m.need("begunAt", WHOLE, of -> ((BulkChange.Shift) of).begunAtMillis()));
      case UNDO_SHIFT ->
          new BulkChange.UndoShift(m.need("shift", TEXT, of -> ((BulkChange.UndoShift) of).task()));
      case REDRIVE ->
          new BulkChange.Redrive(
              m.need("spread", WHOLE, of -> ((BulkChange.Redrive) of).spreadMillis()));
      case REDRIVE_IN_PARTS ->
          new BulkChange.Redrive(
              0,
              m.need(
                  "redrive", TEXT, of -> Objects.requireNonNull(((BulkChange.Redrive) of).task())),
              0);
      case PURGE -> new BulkChange.Purge();
    };
  }

  private static TaskProgress progress(Members<TaskProgress> m) {
    return new TaskProgress(
        m.need("phase", Values.oneOf(Phase.class), TaskProgress::phase),
        m.need("total", WHOLE, TaskProgress::total),
        sum(m.part(TaskProgress::sum)),
        m.nullable("cursor", TEXT, TaskProgress::cursor),
        m.or(
            "course",
            Values.object(TaskJson::course),
            RedriveParts.Course.BEGIN,
            TaskProgress::course));
  }

  private static Sum sum(Members<Sum> m) {
    return new Sum(
        m.need("examined", WHOLE, Sum::examined),
        m.need("changed", WHOLE, Sum::changed),
        m.need("refused", WHOLE, Sum::refused),
        m.optional("times", Values.object(ResultJson::times), Sum::times));
  }

  private static Task.Life life(Members<Task.Life> m) {
    return new Task.Life(
        m.need("state", Values.oneOf(Task.State.class), Task.Life::state),
        m.need("createdAt", WHOLE, Task.Life::createdAtMillis),
        m.need("endedAt", WHOLE, Task.Life::endedAtMillis),
        m.need("cancelRequested", FLAG, Task.Life::cancelRequested),
        m.has("code", of -> of.error() != null) ? error(m.part(Task.Life::error)) : null);
  }

  private static Problem error(Members<Problem> m) {
    Map<String, String> more = new LinkedHashMap<>();
    List<String> names = m.isWriting() ? List.copyOf(m.value().more().keySet()) : MORE;
    for (String name : names) {
      String value = m.optional("error." + name, TEXT, of -> of.more().get(name));
      if (value != null) {
        more.put(name, value);
      }
    }
    return new Problem(
        m.need("status", COUNT, Problem::status),
        m.need("code", TEXT, Problem::code),
        m.need("detail", TEXT, Problem::detail),
        more);
  }

  private static Task.Lease lease(Members<Task.Lease> m) {
    return new Task.Lease(
        m.need("owner", TEXT, Task.Lease::owner), m.need("until", WHOLE, Task.Lease::untilMillis));
  }

  /** A task for callers. */
  public static JsonShape shown(Task task) {
    return JsonShape.object(out -> {
      out.writeStringProperty("id", task.id());
      boolean isInParts = task.work().isInParts();
      Task.Kind kind = isInParts ? Task.Kind.REDRIVE : Task.Kind.of(task.work().change());
      out.writeStringProperty("kind", kind.name());
      out.writeStringProperty("queue", task.work().queue());
      filter(out, task.work().selection());
      if (task.work().ids() != null) {
        out.writeNumberProperty("ids", task.work().ids().count());
      }
      details(out, task.work());
      out.writeBooleanProperty("dryRun", task.work().dryRun());
      if (task.progress().phase() == Phase.COUNTING) {
        out.writeNullProperty("total");
      } else {
        out.writeNumberProperty("total", task.progress().total());
      }
      Sum sum = task.progress().sum();
      boolean isShift = task.work().change().isShift();
      out.writeNumberProperty("examined", sum.examined());
      out.writeNumberProperty("changed", sum.changed());
      out.writeNumberProperty("refused", isShift ? 0 : sum.refused());
      if (isShift) {
        out.writeNumberProperty("left", sum.refused());
      }
      if (isInParts && task.progress().phase() != Phase.COUNTING) {
        outcome(out, task);
      }
      if (sum.times() != null) {
        Members.inside(sum.times(), ResultJson::times).write(out);
      }
      Task.Life life = task.life();
      out.writeStringProperty("state", life.state().name());
      out.writeBooleanProperty("cancelRequested", life.cancelRequested());
      JsonShape.moment(out, "createdAt", life.createdAtMillis());
      JsonShape.moment(
          out, "endedAt", life.endedAtMillis() == 0 ? ClaimResult.NEVER : life.endedAtMillis());
      error(out, task);
    });
  }

  private static void outcome(JsonGenerator out, Task task) {
    RedriveCounts jobs = task.progress().course().jobs();
    out.writeNumberProperty("planned", task.work().parts().planned(task.progress().total()));
    out.writeNumberProperty("succeeded", jobs.succeeded());
    out.writeNumberProperty("failed", jobs.failed());
    out.writeNumberProperty("underWay", jobs.underWay());
  }

  /** What a shift would do. */
  public static JsonShape shift(Sum sum) {
    return JsonShape.object(out -> {
      out.writeNumberProperty("jobs", sum.changed());
      Members.inside(Objects.requireNonNullElse(sum.times(), Times.NONE), ResultJson::times)
          .write(out);
      out.writeNumberProperty("left", sum.refused());
    });
  }

  /** Tasks for callers: {@code {"tasks":[…]}}. */
  public static JsonShape shown(List<Task> tasks) {
    return JsonShape.object("tasks", JsonShape.array(tasks.stream().map(TaskJson::shown).toList()));
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
      JsonShape.texts(selection.tags()).write(out);
    }
    // Those who may see a task may not all know errors.
    LastFailure failure = selection.failure();
    Members.inside(
            new LastFailure(failure.reason(), failure.fingerprint(), null), ChangeJson::failure)
        .write(out);
    out.writeEndObject();
  }

  private static void details(JsonGenerator out, TaskWork work) {
    if (work.change() instanceof BulkChange.Move move) {
      JsonShape.moment(out, "dueAt", move.due().resolve(0));
    } else if (work.change() instanceof BulkChange.Update update) {
      out.writeName("update");
      Members.write(out, update.change(), UpdateJson::change);
    } else if (work.change() instanceof BulkChange.Shift shift) {
      out.writeStringProperty("by", DurationText.signed(Duration.ofMillis(shift.byMillis())));
      out.writeStringProperty(
          "spread", DurationText.exact(Duration.ofMillis(shift.spreadMillis())));
    } else if (work.change() instanceof BulkChange.UndoShift undo) {
      out.writeStringProperty("shift", undo.task());
    } else if (work.isInParts()) {
      RedriveParts parts = work.parts();
      if (parts.first() != null) {
        out.writeStringProperty("first", parts.first());
      }
      if (parts.perSecond() > 0) {
        out.writeNumberProperty("perSecond", parts.perSecond());
      }
      out.writeStringProperty("stopAtFailures", parts.stopAtPercent() + "%");
    } else if (work.change() instanceof BulkChange.Redrive redrive) {
      out.writeStringProperty(
          "spread", DurationText.exact(Duration.ofMillis(redrive.spreadMillis())));
    }
  }

  private static void error(JsonGenerator out, Task task) {
    Problem error = task.life().error();
    if (error == null && !task.work().change().isShift() && task.progress().sum().refused() > 0) {
      error = Problem.of(ResultJson.noRoom());
    }
    if (error != null) {
      out.writeName("error");
      error.brief().write(out);
    }
  }
}
