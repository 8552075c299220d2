package io.duetime.cli.command;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.client.http.ApiPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Finds jobs over all queues, and cancels what has a tag. */
final class JobSearch {
  private static final String SEARCH = "/v1/search";

  private static final Columns JOBS =
      new Columns()
          .with("QUEUE", "queue")
          .with("ID", "id")
          .with("STATE", "state")
          .with("DUE", "dueAt");

  private static final Columns QUEUES =
      new Columns().with("QUEUE", "queue").with("WAITING", "waiting").with("DEAD", "dead");

  private JobSearch() {}

  static int run(Invocation given) {
    boolean byTag = given.find("--tag").isPresent();
    if (Stream.of("ID", "--tag", "--text").filter(name -> given.find(name).isPresent()).count()
        != 1) {
      throw new InvalidRequestException(
          "ID", given.find("ID").orElse(null), "one of ID, --tag and --text");
    }
    if (given.is("--cancel") && !byTag) {
      throw new InvalidRequestException("--cancel", true, "only with --tag");
    }
    Map<String, Object> query = given.fields();
    given.find("ID").ifPresent(id -> query.put("id", id));
    if (given.find("--text").isPresent()) {
      return byText(given, query);
    }
    ServerReply found = given.remote().patient().get(ApiPath.withQuery(SEARCH, query));
    if (given.is("--cancel")) {
      return cancel(given, found);
    }
    JsonNode answer = found.json();
    given.print(
        found,
        byTag
            ? QUEUES.table(answer.path("queues")).lines().stream()
            : JOBS.table(answer.path("jobs")).lines().stream());
    if (!byTag && !answer.path("complete").asBoolean()) {
      sayThatThereIsMore(given);
    }
    return answer.path("jobs").isEmpty() ? ExitCode.FAILED : ExitCode.OK;
  }

  /** Each answer reads some jobs; an interrupt between two of them ends the search. */
  private static int byText(Invocation given, Map<String, Object> query) {
    long limit = given.find("--limit").map(Long::valueOf).orElse(100L);
    List<JsonNode> jobs = new ArrayList<>();
    boolean isComplete = false;
    while (!isComplete && jobs.size() < limit) {
      query.put("limit", Math.min(1_000, limit - jobs.size()));
      JsonNode answer = given.remote().patient().get(ApiPath.withQuery(SEARCH, query)).json();
      answer.path("jobs").forEach(jobs::add);
      if (given.isJson()) {
        answer.path("jobs").forEach(job -> given.terminal().print(job.toString()));
      }
      isComplete = answer.path("complete").asBoolean();
      query.put("cursor", answer.path("cursor").asString(""));
    }
    if (!given.isJson()) {
      JOBS.table(jobs).lines().forEach(given.terminal()::print);
      if (!isComplete) {
        sayThatThereIsMore(given);
      }
    }
    return jobs.isEmpty() ? ExitCode.FAILED : ExitCode.OK;
  }

  private static int cancel(Invocation given, ServerReply found) {
    List<Map<String, Object>> cancelled = new ArrayList<>();
    boolean isRefused = false;
    for (JsonNode queue : found.json().path("queues")) {
      String name = queue.path("queue").asString();
      if (queue.path("waiting").asInt() > 0) {
        try {
          cancelled.add(Map.of("queue", name, "cancelled", cancelIn(given, name)));
        } catch (CommandFailure refused) {
          given.terminal().complain("duetime: " + name + ": " + refused.getMessage());
          isRefused = true;
        }
      }
    }
    given.print(
        Map.of("queues", cancelled),
        cancelled.stream()
            .map(queue -> queue.get("queue") + ": " + queue.get("cancelled") + " cancelled")
            .toList());
    return isRefused || cancelled.isEmpty() ? ExitCode.FAILED : ExitCode.OK;
  }

  private static long cancelIn(Invocation given, String queue) {
    String path = "/v1/queues/" + ApiPath.segment(queue) + "/jobs";
    Map<String, Object> tagged = Map.of("tag", given.text("--tag"));
    ServerReply sum = given.ended(given.remote().patient().delete(ApiPath.withQuery(path, tagged)));
    return sum.json().path("changed").asLong();
  }

  private static void sayThatThereIsMore(Invocation given) {
    given.terminal().complain("There may be more jobs; use --limit to list more.");
  }
}
