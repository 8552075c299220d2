package io.duetime.engine.tck.torture;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.duetime.Counts;
import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    super(folder, true, "--targets-file", folder.resolve("targets.json").toString());
    history = History.to(folder.resolve("receiver.history"));
    try {
      receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      int port = receiver.getAddress().getPort();
      Files.writeString(
          folder.resolve("targets.json"),
          """
          {"torture": {"type": "webhook", "allowPrivate": "127.0.0.0/8", "timeout": "2s",
            "url": "http://127.0.0.1:%d%s{id}"}}
          """
              .formatted(port, PATH));
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
    JobKey job = new JobKey(TortureClients.HANDED_OVER, id);
    boolean marked = message.getRequestHeaders().containsKey("duetime-possible-duplicate");
    String mark = marked ? Event.COPY : Event.FIRST;
    history.add(Event.asked(Kind.PUBLISHED, now, job, 0).withAnswer(now, mark));
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
    try (Engine engine = connect(directUri)) {
      QueueSettings settings =
          Answers.of(engine.settings(TortureClients.HANDED_OVER)).toBuilder()
              .handOver(new HandOverRoute("torture", Map.of()))
              .build();
      Answers.of(engine.configure(TortureClients.HANDED_OVER, settings));
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
