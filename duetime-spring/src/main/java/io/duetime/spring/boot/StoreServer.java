package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.runtime.StoreClient;
import io.duetime.server.DuetimeServer;
import io.duetime.server.ServerSettings;
import io.duetime.server.problem.StoreProblem;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Serves the application's store from its start until it begins to stop, before the handlers and
 * the store do. Thread safe.
 */
public final class StoreServer implements SmartLifecycle, StoreHealth.Judge {
  private static final Logger LOG = LoggerFactory.getLogger(StoreServer.class);

  private static final int MOST_PROBLEMS = 5;

  private final Duetime duetime;
  private final ServerSettings settings;
  private volatile @Nullable DuetimeServer server;

  StoreServer(Duetime duetime, ServerSettings settings) {
    this.duetime = duetime;
    this.settings = settings;
  }

  /** The address at which HTTP and the console listen; empty while nothing does. */
  public Optional<InetSocketAddress> http() {
    return Optional.ofNullable(server).map(DuetimeServer::http);
  }

  @Override
  public Map<String, Object> details() {
    DuetimeServer listening = server;
    if (listening == null) {
      return Map.of();
    }
    List<StoreProblem> problems = listening.problems();
    List<String> first = problems.stream().limit(MOST_PROBLEMS).map(StoreServer::line).toList();
    return first.isEmpty()
        ? Map.of("problems", 0)
        : Map.of("problems", problems.size(), "firstProblems", first);
  }

  private static String line(StoreProblem problem) {
    return String.join(
        " ",
        problem.kind().name(),
        Objects.requireNonNullElse(
            problem.queue(), Objects.requireNonNullElse(problem.target(), "store")),
        "since",
        Instant.ofEpochMilli(problem.sinceMillis()).toString());
  }

  @Override
  public void start() {
    if (!(duetime instanceof StoreClient)) {
      LOG.info("The store is one of a test, which is not served");
      return;
    }
    try {
      DuetimeServer listening = DuetimeServer.serve(duetime, settings);
      server = listening;
      LOG.info("HTTP and the console of Duetime listen at {}", listening.http());
    } catch (InvalidRequestException wrong) {
      throw ServerConfiguration.refused(wrong);
    }
  }

  @Override
  public void stop() {
    DuetimeServer listening = server;
    server = null;
    if (listening != null) {
      listening.close();
    }
  }

  @Override
  public boolean isRunning() {
    return server != null;
  }
}
