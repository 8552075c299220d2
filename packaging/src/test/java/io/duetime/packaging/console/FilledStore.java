package io.duetime.packaging.console;

import io.duetime.server.json.JsonTrees;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Fills a server over HTTP with more than a million jobs in 100 queues, in all states, and with
 * each of the problems that the console points out.
 */
final class FilledStore {
  /** The queue with a million delayed jobs, due over the next 30 days. */
  static final String LARGE = "archive";

  /** Ready jobs that no consumer asks for. */
  static final String LATE = "orders";

  /** Dead jobs with two errors. */
  static final String DEAD = "mail";

  static final String PAUSED = "invoices";

  /** As many jobs run as its limit allows, and others are due. */
  static final String LIMITED = "shipping";

  /** Jobs that were done, and are remembered. */
  static final String DONE = "billing";

  /** A recurring definition. */
  static final String RECURRING = "reports";

  static final int QUEUES = 100;
  static final int LARGE_JOBS = 1_000_000;
  static final int LATE_JOBS = 1_203;
  static final int DONE_JOBS = 180;

  private static final int NAMED = 7;
  private static final int SMALL_JOBS = 200;
  private static final int CHUNK = 5_000;
  private static final long MONTH_SECONDS = 30L * 86_400;

  private FilledStore() {}

  /** Fills the store of a server, with so many jobs in the large queue. */
  static void fill(ConsoleServer server, int largeJobs) {
    schedule(
        server,
        LARGE,
        largeJobs,
        i ->
            "{\"id\":\"job-%07d\",\"delay\":\"%ds\",\"payload\":{\"n\":%d}}"
                .formatted(i, 3_600 + i * MONTH_SECONDS / largeJobs, i));
    for (int q = 0; q < QUEUES - NAMED; q++) {
      schedule(
          server,
          "team-%02d/tasks".formatted(q),
          SMALL_JOBS,
          i ->
              "{\"id\":\"task-%04d\",\"delay\":\"%ds\",\"tags\":[\"batch-%d\"]}"
                  .formatted(i, 3_600 + i * 30, i % 5));
    }
    schedule(server, LATE, LATE_JOBS, i -> order(i, "0s"));
    deadJobs(server);
    schedule(server, PAUSED, 40, i -> order(i, "0s"));
    server.call("PATCH", "/v1/queues/" + PAUSED, "{\"paused\":true}");
    limitedJobs(server);
    doneJobs(server);
    server.call(
        "PUT",
        "/v1/queues/" + RECURRING + "/recurring/daily",
        "{\"cron\":\"0 7 * * *\",\"zone\":\"Europe/Berlin\",\"payload\":{\"full\":true}}");
  }

  private static String order(int i, String delay) {
    return ("{\"id\":\"order-%04d\",\"delay\":\"%s\",\"tags\":[\"eu\",\"customer-%d\"],"
            + "\"headers\":{\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"},"
            + "\"payload\":{\"order\":%d,\"amount\":42.5,\"lines\":[{\"sku\":\"A-1\",\"count\":2}]}}")
        .formatted(i, delay, i % 20, i);
  }

  private static void deadJobs(ConsoleServer server) {
    schedule(server, DEAD, 65, i -> order(i, "0s"));
    bury(server, DEAD, 40, "550 no such user");
    bury(server, DEAD, 25, "connect timed out: smtp.example:25\\n  at Mailer.send");
  }

  private static void limitedJobs(ConsoleServer server) {
    server.call("PATCH", "/v1/queues/" + LIMITED, "{\"maxRunning\":5}");
    schedule(server, LIMITED, 80, i -> order(i, "0s"));
    claim(server, LIMITED, 5, "365d");
  }

  private static void doneJobs(ConsoleServer server) {
    server.call("PATCH", "/v1/queues/" + DONE, "{\"retention\":\"7d\"}");
    schedule(server, DONE, DONE_JOBS, i -> order(i, "0s"));
    settle(server, DONE, "ack", claim(server, DONE, DONE_JOBS, "30s"), "");
    schedule(
        server,
        DONE,
        3_000,
        i -> "{\"id\":\"next-%d\",\"delay\":\"%dm\"}".formatted(i, 5 + i / 60));
  }

  /** Schedules a few jobs that are due one after the other. */
  static void produce(ConsoleServer server, String queue, int round) {
    schedule(
        server,
        queue,
        5,
        i -> "{\"id\":\"%d-%d\",\"delay\":\"%dms\"}".formatted(round, i, 100 + i * 50));
  }

  /** Waits for jobs that are due, and does them. */
  static void consume(ConsoleServer server, String queue) {
    String leases = claim(server, queue, 20, "30s", "1s");
    if (!leases.equals("[]")) {
      settle(server, queue, "ack", leases, "");
    }
  }

  private static void bury(ConsoleServer server, String queue, int jobs, String reason) {
    settle(
        server, queue, "bury", claim(server, queue, jobs, "30s"), ",\"reason\":\"" + reason + "\"");
  }

  /** Claims jobs that are due now; returns their leases as JSON. */
  static String claim(ConsoleServer server, String queue, int jobs, String lease) {
    return claim(server, queue, jobs, lease, "0s");
  }

  private static String claim(
      ConsoleServer server, String queue, int jobs, String lease, String wait) {
    String answer =
        server.call(
            "POST",
            "/v1/queues/" + queue + "/claim",
            "{\"max\":%d,\"lease\":\"%s\",\"wait\":\"%s\",\"consumer\":\"worker-1\"}"
                .formatted(jobs, lease, wait));
    JsonNode claimed = JsonTrees.MAPPER.readTree(answer).path("jobs");
    return claimed
        .valueStream()
        .map(job -> '"' + job.path("lease").asString() + '"')
        .toList()
        .toString();
  }

  private static void settle(
      ConsoleServer server, String queue, String how, String leases, String more) {
    server.call("POST", "/v1/queues/" + queue + "/" + how, "{\"leases\":" + leases + more + "}");
  }

  /** Schedules jobs as lines, so many in a call that their answers fit into the connection. */
  static void schedule(ConsoleServer server, String queue, int jobs, IntFunction<String> line) {
    for (int from = 0; from < jobs; from += CHUNK) {
      String lines =
          IntStream.range(from, Math.min(jobs, from + CHUNK))
              .mapToObj(line)
              .collect(Collectors.joining("\n"));
      server.call(
          "POST",
          "/v1/queues/" + queue.replace("/", "%2F") + "/jobs",
          BodyPublishers.ofString(lines),
          "Content-Type",
          "application/x-ndjson");
    }
  }
}
