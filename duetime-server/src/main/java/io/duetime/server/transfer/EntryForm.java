package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.internal.kernel.recurring.RecurringState;
import io.duetime.internal.kernel.transfer.NumberBlocks.Block;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.settings.StoredSettings;
import io.duetime.server.json.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Reads and writes an entry of a store as a JSON object, by its {@link Kind}. */
final class EntryForm {
  private static final List<String> FENCES = List.of("kind", "upTo");
  private static final List<String> NUMBERS = List.of("kind", "queue", "first", "size");
  private static final List<String> DOCUMENT =
      List.of("kind", "collection", "name", "payloadText", "payloadBase64");
  private static final List<String> QUEUE = List.of("kind", "queue", "fences", "settings");
  private static final List<String> RECURRING =
      List.of(
          "kind",
          "queue",
          "name",
          "schedule",
          "missed",
          "grace",
          "endsAt",
          "times",
          "firstNow",
          "paused",
          "until",
          "lastTick",
          "ahead",
          "skipped",
          "made",
          "place",
          "startsNow",
          "request");
  private static final List<String> COPY = List.of("kind", "queue", "key", "to", "request");
  private static final List<String> JOB =
      Stream.concat(Stream.of("kind", "queue", "id"), JobForm.FIELDS.stream()).toList();

  private EntryForm() {}

  static void write(JsonGenerator out, StoreEntry entry) {
    out.writeStartObject();
    out.writeStringProperty("kind", Kind.of(entry).text());
    if (entry.queue() != null) {
      out.writeStringProperty("queue", entry.queue());
    }
    writeMembers(out, entry);
    out.writeEndObject();
  }

  private static void writeMembers(JsonGenerator out, StoreEntry entry) {
    if (entry instanceof StoreEntry.Job job) {
      out.writeStringProperty("id", job.job().head().id());
      JobForm.write(out, job.job());
    } else if (entry instanceof StoreEntry.Queue queue) {
      out.writeNumberProperty("fences", queue.fences());
      out.writeName("settings");
      out.writeStartObject();
      StoredSettings.write(queue.settings()).forEach(out::writeStringProperty);
      out.writeEndObject();
    } else if (entry instanceof StoreEntry.RecurringJob recurring) {
      writeRecurring(out, recurring.state());
    } else if (entry instanceof StoreEntry.Copy copy) {
      out.writeStringProperty("key", copy.copy().key());
      out.writeStringProperty("to", copy.copy().targetQueue());
      writeRequest(out, copy.copy().job());
    } else if (entry instanceof StoreEntry.Numbers numbers) {
      out.writeStringProperty("queue", numbers.block().queue());
      out.writeNumberProperty("first", numbers.block().first());
      out.writeNumberProperty("size", numbers.block().size());
    } else if (entry instanceof StoreEntry.ServerDocument document) {
      out.writeStringProperty("collection", document.collection());
      out.writeStringProperty("name", document.name());
      BodyForm.write(out, JobBody.of(document.content()));
    } else if (entry instanceof StoreEntry.DeletedFences fences) {
      out.writeNumberProperty("upTo", fences.upTo());
    }
  }

  private static void writeRecurring(JsonGenerator out, RecurringState state) {
    RecurringJob job = state.job();
    out.writeStringProperty("name", job.name());
    out.writeStringProperty("schedule", job.schedule().toString());
    writeRules(out, job.rules());
    out.writeBooleanProperty("paused", state.paused());
    TicksForm.write(out, state.ticks());
    writeRequest(out, job.template());
  }

  private static void writeRules(JsonGenerator out, TickRules rules) {
    out.writeStringProperty("missed", rules.missed().name());
    out.writeNumberProperty("grace", rules.grace().toMillis());
    if (rules.until() != null) {
      out.writeNumberProperty("endsAt", rules.until().toEpochMilli());
    }
    if (rules.times() > 0) {
      out.writeNumberProperty("times", rules.times());
    }
    if (rules.firstNow()) {
      out.writeBooleanProperty("firstNow", true);
    }
  }

  private static TickRules rules(Fields fields, Needed needed) {
    return new TickRules(
        needed.oneOf("missed", MissedTicks.class),
        fields.has("grace") ? Duration.ofMillis(needed.whole("grace")) : TickRules.DEFAULT_GRACE,
        fields.has("endsAt") ? Instant.ofEpochMilli(needed.moment("endsAt")) : null,
        fields.has("times") ? needed.whole("times") : 0,
        fields.isOn("firstNow"));
  }

  private static void writeRequest(JsonGenerator out, JobSpec request) {
    out.writeName("request");
    SpecForm.write(out, request);
  }

  static StoreEntry read(Kind kind, ExportLine line) {
    return switch (kind) {
      case DELETED_FENCES ->
          new StoreEntry.DeletedFences(
              new Needed(line.fields(FENCES)).upTo("upTo", Long.MAX_VALUE));
      case NUMBERS -> numbers(new Needed(line.fields(NUMBERS)));
      case DOCUMENT -> document(line.fields(DOCUMENT));
      case QUEUE -> queue(line.fields(QUEUE));
      case RECURRING -> recurring(line.fields(RECURRING));
      case COPY -> copy(line.fields(COPY));
      case JOB -> job(line.fields(JOB));
      case HEADER, END ->
          throw new InvalidRequestException("kind", kind.text(), "header first, end last");
    };
  }

  private static StoreEntry numbers(Needed needed) {
    return new StoreEntry.Numbers(
        new Block(
            Limits.queue(needed.text("queue")),
            needed.upTo("first", 1L << 53),
            needed.count("size")));
  }

  private static StoreEntry document(Fields fields) {
    Needed needed = new Needed(fields);
    return new StoreEntry.ServerDocument(
        Limits.collection(needed.text("collection")),
        Limits.documentName(needed.text("name")),
        Limits.documentContent(BodyForm.read(fields).payload()));
  }

  private static StoreEntry queue(Fields fields) {
    Needed needed = new Needed(fields);
    return new StoreEntry.Queue(
        queueOf(needed), settings(fields), needed.upTo("fences", Long.MAX_VALUE));
  }

  private static QueueSettings settings(Fields fields) {
    new Needed(fields).object("settings", StoredSettings.keys());
    return StoredSettings.read(fields.textsByName("settings"));
  }

  private static StoreEntry recurring(Fields fields) {
    Needed needed = new Needed(fields);
    RecurringJob job =
        new RecurringJob(
            needed.text("name"),
            Schedule.parse(needed.text("schedule")),
            SpecForm.read(needed.object("request", SpecForm.FIELDS)),
            rules(fields, needed));
    RecurringState state =
        new RecurringState(
            job, needed.flag("paused"), TicksForm.read(fields), 0, RecurringJob.ABSENT);
    return new StoreEntry.RecurringJob(queueOf(needed), state);
  }

  private static StoreEntry copy(Fields fields) {
    Needed needed = new Needed(fields);
    DeadCopy copy =
        new DeadCopy(
            needed.text("key"),
            Limits.queue(needed.text("to")),
            SpecForm.read(needed.object("request", SpecForm.FIELDS)));
    return new StoreEntry.Copy(queueOf(needed), copy);
  }

  private static StoreEntry job(Fields fields) {
    Needed needed = new Needed(fields);
    return new StoreEntry.Job(queueOf(needed), JobForm.read(needed.text("id"), fields));
  }

  private static String queueOf(Needed needed) {
    return Limits.queue(needed.text("queue"));
  }
}
