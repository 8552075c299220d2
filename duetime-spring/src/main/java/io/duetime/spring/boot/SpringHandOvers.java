package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.handover.CircuitBreaker;
import io.duetime.handover.HandOver;
import io.duetime.handover.HandOverPlan;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.handover.TargetTypes;
import io.duetime.spring.MisconfiguredException;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/** Hands queues over as the properties say, from the start of the application to its shutdown. */
final class SpringHandOvers implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(SpringHandOvers.class);
  private static final Pattern DASHED = Pattern.compile("-([a-z])");

  /** A target, and the breaker that its queues share. */
  private record Opened(Target target, CircuitBreaker breaker) {}

  private final Duetime duetime;
  private final Map<String, Map<String, String>> targets;
  private final Map<String, Map<String, String>> routes;
  private final ObjectProvider<HandlerWorkers> handlers;
  private final Duration closeLimit;

  // Guarded by this.
  private final Map<String, Opened> open = new HashMap<>();
  private final List<HandOver> handOvers = new ArrayList<>();
  private boolean running;

  /**
   * Hands over nothing yet.
   *
   * @param handlers whose queues are not handed over
   * @param closeLimit how long the shutdown waits for confirms
   */
  SpringHandOvers(
      Duetime duetime,
      DuetimeProperties properties,
      ObjectProvider<HandlerWorkers> handlers,
      Duration closeLimit) {
    this.duetime = duetime;
    this.targets = properties.targets();
    this.routes = properties.handOver();
    this.handlers = handlers;
    this.closeLimit = closeLimit;
  }

  @Override
  public synchronized void start() {
    if (running) {
      return;
    }
    running = true;
    TargetTypes types = TargetTypes.find();
    try {
      targets.forEach((name, settings) -> {
        open.put(name, new Opened(open(types, name, settings), CircuitBreaker.of(name)));
      });
      routes.forEach(this::start);
    } catch (RuntimeException failure) {
      stop();
      throw failure instanceof InvalidRequestException wrong
          ? new MisconfiguredException(
              "A hand-over cannot start: " + wrong.getMessage() + ".", "Correct the property.")
          : failure;
    }
  }

  private void start(String queue, Map<String, String> settings) {
    Map<String, String> destination = camelCase(settings);
    String property = "duetime.hand-over." + queue + ".target";
    HandOverRoute route =
        new HandOverRoute(taken(destination, "target", property, targetNames()), destination);
    Opened opened = open.get(route.target());
    if (opened == null) {
      throw new InvalidRequestException(property, route.target(), targetNames());
    }
    handlers.stream()
        .flatMap(workers -> Stream.ofNullable(workers.origin(queue)))
        .findFirst()
        .ifPresent(handler -> {
          throw new MisconfiguredException(
              "Queue '%s' is handed over to %s, and has a handler: %s. Each job would go to one of"
                      .formatted(queue, route.target(), handler)
                  + " them.",
              "Remove the handler, or duetime.hand-over." + queue + ".");
        });
    try {
      handOvers.add(
          HandOverPlan.of(route).start(duetime, queue, opened.target, opened.breaker, closeLimit));
    } catch (InvalidRequestException wrong) {
      throw new InvalidRequestException(
          wrong.field().replace("handOver.", "duetime.hand-over." + queue + "."),
          wrong.value(),
          wrong.allowed());
    }
    LOG.info("Jobs of queue {} are handed over to {}", queue, route);
  }

  private String targetNames() {
    return targets.isEmpty()
        ? "the name of a target; duetime.targets has none"
        : "a target of duetime.targets: " + String.join(", ", new TreeSet<>(targets.keySet()));
  }

  private static Target open(TargetTypes types, String name, Map<String, String> settings) {
    Map<String, String> texts = camelCase(settings);
    String property = "duetime.targets." + name + ".type";
    String type = taken(texts, "type", property, "the type, such as rabbitmq");
    return types.open(type, new TargetSettings(name, texts));
  }

  private static String taken(
      Map<String, String> settings, String name, String property, String allowed) {
    String value = settings.remove(name);
    if (value == null) {
      throw new InvalidRequestException(property, null, allowed);
    }
    return value;
  }

  // Properties are written with dashes, such as routing-key.
  private static Map<String, String> camelCase(Map<String, String> settings) {
    Map<String, String> names = new LinkedHashMap<>();
    settings.forEach((name, value) ->
        names.put(
            DASHED.matcher(name).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT)),
            value));
    return names;
  }

  @Override
  public synchronized void stop() {
    running = false;
    closeAll();
    handOvers.clear();
    open.values().forEach(opened -> opened.target.close());
    open.clear();
  }

  // At once, so that none sends while another one waits for its confirms.
  private void closeAll() {
    ThreadFactory threads = Threads.daemons("duetime-hand-over-close");
    List<Thread> closing =
        handOvers.stream().map(handOver -> threads.newThread(handOver::close)).toList();
    closing.forEach(Thread::start);
    try {
      for (Thread each : closing) {
        each.join();
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  // Beside the handlers, which also use most of the time of their phase.
  @Override
  public void stop(Runnable callback) {
    Threads.daemons("duetime-hand-over-stop")
        .newThread(() -> {
          stop();
          callback.run();
        })
        .start();
  }

  @Override
  public int getPhase() {
    return HandlerWorkers.PHASE;
  }

  @Override
  public synchronized boolean isRunning() {
    return running;
  }
}
