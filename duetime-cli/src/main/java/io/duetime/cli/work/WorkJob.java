package io.duetime.cli.work;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A claimed job of a command.
 *
 * @param job the job as the server sent it, with its payload in base64
 * @param claimedAt the time of the claim by the store's clock
 */
record WorkJob(JsonNode job, Instant claimedAt) {
  String id() {
    return job.path("id").asString();
  }

  String lease() {
    return job.path("lease").asString();
  }

  byte[] payload() {
    return Base64.getDecoder().decode(job.path("payloadBase64").asString(""));
  }

  long latenessMillis() {
    return Duration.between(Instant.parse(job.path("dueAt").asString()), claimedAt).toMillis();
  }

  /** The environment variables of the command. */
  Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("DUETIME_LATENESS_MS", String.valueOf(latenessMillis()));
    put(environment, "DUETIME_QUEUE", "queue");
    put(environment, "DUETIME_ID", "id");
    put(environment, "DUETIME_ATTEMPT", "attempt");
    put(environment, "DUETIME_MAX_ATTEMPTS", "maxAttempts");
    put(environment, "DUETIME_DUE_AT", "dueAt");
    put(environment, "DUETIME_FIRST_DUE_AT", "firstDueAt");
    put(environment, "DUETIME_FENCE", "fence");
    put(environment, "DUETIME_MAY_HAVE_ARRIVED", "mayHaveArrived");
    put(environment, "DUETIME_PRIORITY", "priority");
    put(environment, "DUETIME_CONTENT_TYPE", "contentType");
    job.path("headers")
        .forEachEntry(
            (name, value) -> environment.put("DUETIME_HEADER_" + variable(name), value.asString()));
    return environment;
  }

  private void put(Map<String, String> environment, String variable, String name) {
    JsonNode value = job.path(name);
    if (!value.isMissingNode() && !value.isNull()) {
      environment.put(variable, value.asString());
    }
  }

  private static String variable(String header) {
    return header.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }
}
