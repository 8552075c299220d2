package io.duetime.server.cli.bench;

import io.duetime.server.cli.remote.Bodies;
import io.duetime.server.cli.remote.Remote;
import io.duetime.server.cli.remote.ServerReply;
import io.duetime.server.cli.terminal.CommandFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The calls of a bench to its queue. Thread safe. */
final class BenchCalls {
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final Duration ANSWER_TIME = Duration.ofSeconds(60);

  private final Remote remote;
  private final String name;
  private final String payload;

  BenchCalls(Remote remote, String name, int payloadBytes) {
    this.remote = remote;
    this.name = name;
    this.payload = "x".repeat(payloadBytes);
  }

  /** Schedules a job for each delay, all in one call. */
  void schedule(List<Duration> delays) {
    String lines =
        delays.stream()
            .map(delay -> Bodies.of("delay", delay.toMillis() + "ms", "payload", payload) + "\n")
            .collect(Collectors.joining());
    ServerReply reply =
        remote
            .postLines(
                path("jobs"), lines.getBytes(StandardCharsets.UTF_8), UUID.randomUUID().toString())
            .orFail();
    reply
        .text()
        .lines()
        .filter(line -> !line.contains("\"CREATED\""))
        .findFirst()
        .ifPresent(line -> {
          throw notScheduled(new ServerReply(reply.status(), line).json());
        });
  }

  private static CommandFailure notScheduled(JsonNode line) {
    JsonNode error = line.path("error");
    return new CommandFailure(
        "a job was not scheduled: %s (%s)"
            .formatted(error.path("detail").asString(""), error.path("code").asString("?")));
  }

  /**
   * Claims due jobs, waits a second for the first, and acknowledges them. Returns how many
   * milliseconds after its due time each was claimed, by the clock of the store.
   */
  List<Long> work(int max) {
    JsonNode claimed =
        remote
            .post(
                path("claim"),
                Bodies.of("max", max, "lease", "1m", "wait", WAIT.toMillis() + "ms"),
                WAIT.plus(ANSWER_TIME))
            .orFail()
            .json();
    List<String> leases = new ArrayList<>();
    List<Long> lateness = new ArrayList<>();
    Instant now = Instant.parse(claimed.path("now").asString());
    for (JsonNode job : claimed.path("jobs")) {
      leases.add(job.path("lease").asString());
      Instant due = Instant.parse(job.path("dueAt").asString());
      lateness.add(Duration.between(due, now).toMillis());
    }
    if (!leases.isEmpty()) {
      remote.post(path("ack"), Bodies.of("leases", leases)).orFail();
    }
    return lateness;
  }

  void delete() {
    remote.deleteMany(Remote.path("v1", "queues", name) + "?all=true").orFail();
  }

  private String path(String call) {
    return Remote.path("v1", "queues", name, call);
  }
}
