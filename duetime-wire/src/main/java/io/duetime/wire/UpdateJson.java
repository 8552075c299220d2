package io.duetime.wire;

import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.TEXTS_BY_NAME;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.RetryPolicy;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobUpdate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes and reads new values for jobs that stay in their places. */
public final class UpdateJson {
  /** The fields of a change that can be made by a filter. */
  public static final List<String> FILTERED_FIELDS =
      List.of("priority", "tags", "addTags", "removeTags", "maxAttempts", "backoff", "jitter");

  /** The fields of a change of one job. */
  public static final List<String> FIELDS =
      Stream.concat(
              Stream.of(
                  "payload",
                  "payloadBase64",
                  "contentType",
                  "headers",
                  "expiresAt",
                  "expiresAfter",
                  "onExpiry",
                  "onlyWaiting"),
              FILTERED_FIELDS.stream())
          .toList();

  // Only of an expiry does null mean something: that there is none.
  private static final List<String> NEVER_NULL =
      FIELDS.stream().filter(name -> !name.equals("expiresAt")).toList();

  private UpdateJson() {}

  /** Writes the update of one job. */
  public static JsonShape of(JobUpdate update) {
    return JsonShape.object(out -> {
      out.writeStringProperty("id", update.id());
      members(update.change()).write(out);
    });
  }

  /** The members of a change. */
  public static JsonShape members(JobChange<JobBody> change) {
    return Members.inside(change, UpdateJson::change);
  }

  /** Reads the update of one job. */
  public static JobUpdate read(String id, StrictJson.JsonObject json, Fields fields) {
    Members<JobChange<JobBody>> m = Members.reading(fields);
    return new JobUpdate(id, change(m).withPayload(payload(m, json)));
  }

  /** Reads the update of one job from the bytes of a JSON object with its id. */
  public static JobUpdate read(StrictJson.JsonObject json) {
    List<String> known = Stream.concat(Stream.of("id"), FIELDS.stream()).toList();
    Fields fields = Fields.ofJson(json.values(), known);
    return read(Objects.requireNonNullElse(fields.text("id"), ""), json, fields);
  }

  private static @Nullable JobBody payload(
      Members<JobChange<JobBody>> m, StrictJson.JsonObject json) {
    if (json.payload() == null && !m.fields().has("payloadBase64")) {
      if (m.fields().has("contentType")) {
        throw new InvalidRequestException(
            "contentType", m.fields().text("contentType"), "only with payload or payloadBase64");
      }
      return null;
    }
    return SpecJson.body(m.part(change -> null), json).withHeaders(Map.of());
  }

  /** The members of a change; a payload is read apart. */
  public static JobChange<JobBody> change(Members<JobChange<JobBody>> m) {
    for (String name : NEVER_NULL) {
      if (m.fields().isNull(name)) {
        throw new InvalidRequestException(name, null, "a value, or omit it");
      }
    }
    if (m.isWriting()) {
      m.value()
          .payload()
          .ifPresent(body -> {
            PayloadForm.BASE64.write(m.out(), body);
            SpecJson.body(m.part(change -> body), body.payload(), null, Map.of());
          });
    }
    JobChange<JobBody> change = JobChange.none();
    Map<String, String> headers =
        m.optional("headers", TEXTS_BY_NAME, of -> of.headers().orElse(null));
    if (headers != null) {
      change = change.headers(headers);
    }
    Long priority = m.optional("priority", WHOLE, of -> of.priority().orElse(null));
    if (priority != null) {
      change = change.priority(priority);
    }
    RetryPolicy retry =
        RetryJson.policy(m.part(of -> of.retry().orElse(null)), RetryPolicy.DEFAULT);
    if (retry != null) {
      change = change.retry(retry);
    }
    return expiry(m, tags(m, change));
  }

  private static JobChange<JobBody> tags(Members<JobChange<JobBody>> m, JobChange<JobBody> change) {
    List<String> all =
        m.optional("tags", TEXTS, of -> of.tags().map(UpdateJson::sorted).orElse(null));
    List<String> removed = m.or("removeTags", TEXTS, List.of(), of -> sorted(of.removedTags()));
    List<String> added = m.or("addTags", TEXTS, List.of(), of -> sorted(of.addedTags()));
    if (all != null && !(removed.isEmpty() && added.isEmpty())) {
      throw new InvalidRequestException("tags", all, "only without addTags and removeTags");
    }
    JobChange<JobBody> changed = all == null ? change : change.tags(all);
    for (String tag : removed) {
      changed = changed.removeTag(tag);
    }
    for (String tag : added) {
      changed = changed.addTag(tag);
    }
    return changed;
  }

  private static List<String> sorted(Collection<String> tags) {
    return List.copyOf(new TreeSet<>(tags));
  }

  private static JobChange<JobBody> expiry(
      Members<JobChange<JobBody>> m, JobChange<JobBody> change) {
    m.write((out, of) -> {
      if (of.isWithoutExpiry()) {
        out.writeNullProperty("expiresAt");
      }
    });
    Expiry expiry = SpecJson.expiry(m.part(of -> of.expiry().orElse(null)));
    if (expiry == null && m.fields().isNull("expiresAt")) {
      return onlyWaiting(m, change.withoutExpiry());
    }
    return onlyWaiting(m, expiry == null ? change : change.expiry(expiry));
  }

  private static JobChange<JobBody> onlyWaiting(
      Members<JobChange<JobBody>> m, JobChange<JobBody> change) {
    return m.or("onlyWaiting", FLAG, false, JobChange::isOnlyWaiting)
        ? change.onlyWaiting()
        : change;
  }
}
