package io.duetime.packaging.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.Waiting;
import io.duetime.server.json.JsonTrees;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A queue of one test alone, whose jobs the test makes in the states that it needs. */
record OwnQueue(ConsoleServer server, String name) {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  /** A queue with a new name. */
  static OwnQueue at(ConsoleServer server) {
    return new OwnQueue(server, "own-" + NUMBERS.incrementAndGet());
  }

  private String path(String rest) {
    return "/v1/queues/" + name + rest;
  }

  OwnQueue change(String json) {
    server.call("PATCH", path(""), json);
    return this;
  }

  /** Schedules so many jobs, with further fields of the API as {@code "delay":"2h"}. */
  OwnQueue add(String id, int jobs, String fields) {
    FilledStore.schedule(server, name, jobs, i -> "{\"id\":\"%s-%d\",%s}".formatted(id, i, fields));
    return this;
  }

  /** Schedules a job with a payload of a type; the id may have a query behind it. */
  OwnQueue put(String id, byte[] payload, String type, String... headers) {
    String[] all = new String[headers.length + 2];
    all[0] = "Content-Type";
    all[1] = type;
    System.arraycopy(headers, 0, all, 2, headers.length);
    server.call("PUT", path("/jobs/" + id), BodyPublishers.ofByteArray(payload), all);
    return this;
  }

  /** Claims jobs that are due; answers their leases as JSON. */
  String claim(int jobs) {
    return FilledStore.claim(server, name, jobs, "30d");
  }

  /** Claims jobs that are due, and settles them by {@code ack}, {@code retry} or {@code bury}. */
  OwnQueue settle(int jobs, String how, String reason) {
    String rest = how.equals("ack") ? "" : ",\"reason\":\"" + reason + "\"";
    server.call("POST", path("/" + how), "{\"leases\":" + claim(jobs) + rest + "}");
    return this;
  }

  /** What the API answers below the queue. */
  JsonNode read(String rest) {
    return JsonTrees.MAPPER.readTree(server.call("GET", path(rest), ""));
  }

  JsonNode job(String id) {
    return read("/jobs/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
  }

  /** Waits until the queue has so many jobs in a state, such as {@code dead}. */
  void awaitCount(String state, int jobs) {
    Waiting.until(jobs + " jobs " + state, () -> read("").at("/counts/" + state).asInt() == jobs);
    assertThat(read("").at("/counts/" + state).asInt()).isEqualTo(jobs);
  }
}
