package io.duetime.server.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Stands before a server and says of some lines of a call that its store did not take them: after
 * it has, or without asking it. Each fault is for one call; without one a call goes through.
 */
final class FaultyDoor implements AutoCloseable {
  private final String server;
  private final HttpServer door;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Deque<Fault> faults = new ArrayDeque<>();
  private final List<List<String>> calls = new ArrayList<>();
  private Runnable meanwhile = () -> {};

  private record Fault(String code, boolean isTaken, Set<Integer> lines) {}

  FaultyDoor(String server) throws IOException {
    this.server = server;
    this.door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    door.createContext("/", this::answer);
    door.start();
  }

  String url() {
    return "http://127.0.0.1:" + door.getAddress().getPort();
  }

  /** In a call to come, hands on these lines and says that they were refused. */
  synchronized void takesButRefuses(String code, Integer... lines) {
    faults.add(new Fault(code, true, Set.of(lines)));
  }

  /** In a call to come, keeps these lines and says that they were refused. */
  synchronized void refuses(String code, Integer... lines) {
    faults.add(new Fault(code, false, Set.of(lines)));
  }

  /** What is done once, after the next call and before its answer. */
  synchronized void meanwhile(Runnable action) {
    meanwhile = action;
  }

  /** The lines of each call so far, empty ones included. */
  synchronized List<List<String>> calls() {
    return List.copyOf(calls);
  }

  private synchronized void answer(HttpExchange call) throws IOException {
    List<String> lines =
        new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    calls.add(lines);
    Fault fault = faults.isEmpty() ? new Fault("", true, Set.of()) : faults.remove();
    byte[] body = String.join("\n", answers(call, lines, fault)).getBytes(StandardCharsets.UTF_8);
    meanwhile.run();
    meanwhile = () -> {};
    call.sendResponseHeaders(200, body.length);
    call.getResponseBody().write(body);
    call.close();
  }

  private List<String> answers(HttpExchange call, List<String> lines, Fault fault) {
    List<String> handedOn = new ArrayList<>(lines);
    List<String> answers = new ArrayList<>();
    for (int line : fault.lines) {
      if (!fault.isTaken) {
        handedOn.set(line - 1, "");
      }
      answers.add(refusal(line, fault.code));
    }
    for (String answer : handOn(call, handedOn)) {
      if (fault.lines.stream().noneMatch(line -> answer.startsWith("{\"line\":" + line + ","))) {
        answers.add(answer);
      }
    }
    return answers;
  }

  private static String refusal(int line, String code) {
    return "{\"line\":%d,\"outcome\":\"REFUSED\",\"error\":{\"code\":\"%s\",\"detail\":\"so it is\"}}"
        .formatted(line, code);
  }

  private List<String> handOn(HttpExchange call, List<String> lines) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + call.getRequestURI()))
            .header("Content-Type", "application/x-ndjson")
            .header("Idempotency-Key", call.getRequestHeaders().getFirst("Idempotency-Key"))
            .POST(BodyPublishers.ofString(String.join("\n", lines)))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString()).body().lines().toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interruption);
    }
  }

  @Override
  public void close() {
    door.stop(0);
  }
}
