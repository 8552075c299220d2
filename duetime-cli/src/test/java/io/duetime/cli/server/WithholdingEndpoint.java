package io.duetime.cli.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An HTTP endpoint that notes each message, and withholds its answers when it is told so. */
final class WithholdingEndpoint implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;

  // Guarded by this.
  private final Map<String, List<Message>> messages = new HashMap<>();
  private final List<String> withheld = new ArrayList<>();
  private int beforeWithholding = Integer.MAX_VALUE;

  /** What the headers of a message tell about earlier ones of its job. */
  record Message(int attempt, boolean isMarked) {
    static Message of(HttpServerRequest request) {
      return new Message(
          Integer.parseInt(request.getHeader("duetime-attempt")),
          "true".equals(request.getHeader("duetime-possible-duplicate")));
    }
  }

  /**
   * What has arrived.
   *
   * @param published the jobs that were scheduled
   * @param lost those of which no message arrived
   * @param doubled the messages after the first of their job
   * @param unmarked those of the doubled ones that look like a first message
   */
  record Count(int published, int lost, int doubled, int unmarked) {}

  WithholdingEndpoint() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(this::receive)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/jobs";
  }

  private synchronized void receive(HttpServerRequest request) {
    String id = request.getHeader("webhook-id");
    messages.computeIfAbsent(id, first -> new ArrayList<>()).add(Message.of(request));
    if (beforeWithholding > 0) {
      beforeWithholding--;
      request.response().end();
    } else {
      withheld.add(id);
    }
    notifyAll();
  }

  /** Answers so many further messages, and none after them. */
  synchronized void withholdAfter(int answers) {
    withheld.clear();
    beforeWithholding = answers;
  }

  /** Answers all messages that come from now on. */
  synchronized void answerAll() {
    beforeWithholding = Integer.MAX_VALUE;
  }

  /** Waits until so many messages have no answer, and returns the ids of their jobs. */
  synchronized List<String> awaitWithheld(int count) throws InterruptedException {
    while (withheld.size() < count) {
      wait();
    }
    return List.copyOf(withheld);
  }

  /** Waits until each of these jobs has had as many messages. */
  synchronized void awaitMessages(Iterable<String> ids, int count) throws InterruptedException {
    for (String id : ids) {
      while (messages.getOrDefault(id, List.of()).size() < count) {
        wait();
      }
    }
  }

  synchronized Count count(List<String> published) {
    Map<String, List<Message>> sent =
        published.stream()
            .collect(Collectors.toMap(id -> id, id -> messages.getOrDefault(id, List.of())));
    List<List<Message>> arrived = sent.values().stream().filter(each -> !each.isEmpty()).toList();
    return new Count(
        published.size(),
        published.size() - arrived.size(),
        arrived.stream().mapToInt(each -> each.size() - 1).sum(),
        arrived.stream().mapToInt(WithholdingEndpoint::unmarked).sum());
  }

  // A repeated message has a larger attempt than those before, and says so.
  private static int unmarked(List<Message> job) {
    return (int)
        IntStream.range(1, job.size())
            .filter(i -> job.get(i).attempt() <= job.get(i - 1).attempt() || !job.get(i).isMarked())
            .count();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
