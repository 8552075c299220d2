package io.duetime.server.http.call;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.Fields;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.StrictJson;
import io.duetime.wire.Suggestion;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call whose route is known and whose body, if there is one, is complete.
 *
 * @param path values by the names in the route's path
 * @param body the bytes of the body; empty without one
 * @param caller who calls, and what it may do
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as one call, never compared
public record Call(
    HttpServerRequest request, Map<String, String> path, Fields query, byte[] body, Caller caller) {
  private static final String HEADER_PREFIX = "duetime-header-";

  /** The same call, with its body. */
  public Call with(byte[] newBody) {
    return new Call(request, path, query, newBody, caller);
  }

  /** The queue in the path; refuses what cannot be a queue's name. */
  public String queue() {
    return io.duetime.Limits.queue(value("queue"));
  }

  /** The job's id in the path; refuses what cannot be an id. */
  public String id() {
    return io.duetime.Limits.id(value("id"));
  }

  /** The value of a name in the route's path. */
  public String value(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException("the route has no {" + name + "}");
    }
    return value;
  }

  /**
   * How payloads are written for this caller: as the fields ask ({@code payloadAs=base64}), or not
   * at all without the role {@code payload} on the queue in the path.
   */
  public PayloadForm form(Fields fields) {
    PayloadForm asked = PayloadForm.read(fields);
    return caller.may(Role.PAYLOAD, queue()) ? asked : PayloadForm.HIDDEN;
  }

  /** The durability that the query asks for; without one, that of the store. */
  public Durability durability(Engine engine) {
    return DurabilityText.read(query, engine.capabilities().defaultDurability());
  }

  /** Refuses a caller without a role on the queue in the path. */
  public void require(Role role) {
    require(role, queue());
  }

  /** Refuses a caller without a role on a queue. */
  public void require(Role role, String queue) {
    if (!caller.may(role, queue)) {
      throw Refusal.forbidden(role, queue);
    }
  }

  /** Counts jobs that the caller schedules; refuses those that its token may not schedule now. */
  public void countJobs(int jobs) {
    if (!caller.maySchedule(jobs)) {
      throw Refusal.tooManyJobs();
    }
  }

  /** A header of the request, or null. */
  public @Nullable String header(String name) {
    return request.getHeader(name);
  }

  /** The fields of the JSON body; no body reads as no fields. */
  public Fields json(Collection<String> allowed) {
    if (body.length == 0) {
      return Fields.NONE;
    }
    StrictJson.JsonObject object = jsonObject();
    if (object.payload() != null) {
      throw new InvalidRequestException("field", "payload", Suggestion.among(allowed, "payload"));
    }
    return Fields.ofJson(object.values(), allowed);
  }

  /** The JSON body as an object; refuses anything else. */
  public StrictJson.JsonObject jsonObject() {
    return StrictJson.object(body);
  }

  /** The headers of a job, sent as {@code Duetime-Header-…}; their names become lower case. */
  public Map<String, String> jobHeaders() {
    Map<String, String> headers = new LinkedHashMap<>();
    request
        .headers()
        .forEach((name, value) -> {
          String small = name.toLowerCase(Locale.ROOT);
          if (small.startsWith(HEADER_PREFIX)) {
            headers.put(small.substring(HEADER_PREFIX.length()), ascii(small, value));
          }
        });
    return headers;
  }

  private static String ascii(String name, String value) {
    if (value.chars().anyMatch(c -> c > 0x7e)) {
      throw new InvalidRequestException(name, value, "ASCII; other characters only in a JSON job");
    }
    return value;
  }
}
