package io.duetime.engine.tck.torture;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.duetime.Counts;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.Span;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A server over a folder that hands the jobs of a queue over to a receiver in this process, which
 * notes each message, and often answers late, with an error, or not at all.
 */
final class HandOverStore extends ServerStore {
  private static final int SLOW_MILLIS = 3_000;
  private static final long LIMIT_MILLIS = 120_000;
  private static final String PATH = "/jobs/";

  private final HttpServer receiver;
  private final History history;
  private volatile boolean healed;

  HandOverStore(Path folder) {
    super(folder, true, "--private-ranges", "127.0.0.0/8");
    history = History.to(folder.resolve("receiver.history"));
    try {
      receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    receiver.setExecutor(Executors.newCachedThreadPool(Threads.daemons("receiver")));
    receiver.createContext(PATH, this::receive);
    receiver.start();
  }

  private void receive(HttpExchange message) throws IOException {
    long now = System.currentTimeMillis();
    String id = message.getRequestURI().getPath().substring(PATH.length());
    boolean marked = message.getRequestHeaders().containsKey("duetime-possible-duplicate");
    history.add(
        new Event(
            Kind.PUBLISHED,
            new Span(now, now),
            new JobKey(TortureClients.HANDED_OVER, id),
            marked ? Event.COPY : Event.FIRST,
            0,
            null));
    int choice = healed ? 0 : ThreadLocalRandom.current().nextInt(20);
    if (choice == 1) {
      Pause.millis(ThreadLocalRandom.current().nextInt(SLOW_MILLIS));
    }
    if (choice != 2) {
      message.sendResponseHeaders(choice == 3 ? 500 : 204, -1);
    }
    message.close();
  }

  @Override
  void start() {
    super.start();
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + PATH + "{id}";
    call(
        "PUT",
        "/v1/targets/torture",
        "{\"type\":\"webhook\",\"allowPrivate\":\"127.0.0.0/8\",\"timeout\":\"2s\",\"url\":\"%s\"}"
            .formatted(url));
    call(
        "PATCH",
        "/v1/queues/" + TortureClients.HANDED_OVER,
        "{\"handOver\":{\"target\":\"torture\"}}");
  }

  private void call(String method, String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(directUri + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(path + ": " + answer.body());
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** Lets the receiver accept everything, and waits until all is handed over. */
  void drain(Engine engine) {
    healed = true;
    Pause.until(
        LIMIT_MILLIS,
        () -> {
          Counts.States now = Answers.of(engine.counts(TortureClients.HANDED_OVER)).now();
          return now.waiting() + now.running() == 0;
        });
  }

  /** The messages that have arrived. */
  List<Event> received() {
    return history.events();
  }

  @Override
  public void close() {
    super.close();
    receiver.stop(0);
    history.close();
  }
}
