package io.duetime.engine.tck.torture;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.Worker;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.RecordingEngine;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.runtime.EngineOpener;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The main class of all client processes: one role until it is killed, every call in a history. It
 * ends when the process that started it has ended.
 */
public final class TortureClient {
  /**
   * A property: the class of a bug, a {@link UnaryOperator} of engines, for tests of the checker.
   */
  static final String BUG = "duetime.torture.bug";

  private static final long RETRY_MILLIS = 200;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final int HANDLERS = 4;

  /** What a client does; the name of a role begins the name of its clients. */
  enum Role {
    PRODUCER,
    CANCELLER,
    MOVER,
    SHIFTER,
    CLAIMER,
    WORKER,
    /** Puts and works jobs over the protocol of beanstalkd. */
    WIRE
  }

  /**
   * What a client is told.
   *
   * @param name which client, and which of its lives
   * @param uri the store; for {@link Role#WIRE} the port of the protocol
   */
  record Task(
      Role role,
      String name,
      String uri,
      Path folder,
      String queues,
      boolean fsynced,
      int replicas,
      long seed) {
    static Task parse(String[] words) {
      return new Task(
          Role.valueOf(words[0]),
          words[1],
          words[2],
          Path.of(words[3]),
          words[4],
          Boolean.parseBoolean(words[5]),
          Integer.parseInt(words[6]),
          Long.parseLong(words[7]));
    }

    List<String> words() {
      return Stream.<Object>of(role, name, uri, folder, queues, fsynced, replicas, seed)
          .map(String::valueOf)
          .toList();
    }

    Path history() {
      return folder.resolve(name + ".history");
    }

    Durability durability() {
      return new Durability(fsynced, replicas, Duration.ofSeconds(3));
    }

    List<String> queueNames() {
      return Arrays.asList(queues.split(",", -1));
    }
  }

  private TortureClient() {}

  /** Takes the words of a task. */
  public static void main(String[] words) {
    Task task = Task.parse(words);
    Thread parent = new Thread(TortureClient::awaitParent, "parent");
    parent.setDaemon(true);
    parent.start();
    History history = History.to(task.history());
    if (task.role == Role.WIRE) {
      new WireRole(Integer.parseInt(task.uri), history, new SplittableRandom(task.seed)).run();
      return;
    }
    Engine engine = new RecordingEngine(open(task.uri), history, System::currentTimeMillis);
    SplittableRandom random = new SplittableRandom(task.seed);
    ClientRoles roles = new ClientRoles(engine, task);
    switch (task.role) {
      case PRODUCER -> repeat(roles::produce, random);
      case CANCELLER -> repeat(roles::cancel, random);
      case MOVER -> repeat(roles::move, random);
      case CLAIMER -> repeat(roles::claim, random);
      case SHIFTER -> {
        ShifterRole shifter = new ShifterRole(engine, history, task);
        repeat(any -> shifter.step(), random);
      }
      default -> work(engine, task, random);
    }
  }

  private static Engine open(String uri) {
    while (true) {
      try {
        EngineContext context = new EngineContext(SystemTime.clock(), Map.of());
        return perhapsBroken(EngineOpener.open(uri, context));
      } catch (DuetimeException unavailable) {
        Pause.millis(RETRY_MILLIS);
      }
    }
  }

  // Between the store and what writes the history, so that this has what a client would be told.
  @SuppressWarnings("unchecked")
  private static Engine perhapsBroken(Engine engine) {
    String bug = System.getProperty(BUG);
    if (bug == null) {
      return engine;
    }
    try {
      UnaryOperator<Engine> breaking =
          Class.forName(bug).asSubclass(UnaryOperator.class).getDeclaredConstructor().newInstance();
      return breaking.apply(engine);
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalArgumentException("no bug: " + bug, unknown);
    }
  }

  // Standard input ends with the process that started this one, however that ends.
  private static void awaitParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said there.
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void repeat(Consumer<SplittableRandom> act, SplittableRandom random) {
    while (true) {
      try {
        act.accept(random);
      } catch (DuetimeException failed) {
        // The history has the call as unanswered; the client goes on.
        Pause.millis(RETRY_MILLIS);
      }
    }
  }

  // Handlers that take longer than their lease live by heartbeats.
  private static void work(Engine engine, Task task, SplittableRandom random) {
    Duetime client =
        StoreClient.over(
            engine,
            Duetime.builder().uri("torture:").name(task.name).build(),
            ClientContext.Pace.NORMAL);
    String queue = task.queueNames().get(0);
    Worker worker =
        client
            .queue(queue, Codec.bytes())
            .withDurability(task.durability())
            .worker(job -> {
              int kind;
              synchronized (random) {
                kind = random.nextInt(100);
              }
              Pause.millis(kind < 3 ? LEASE.toMillis() * 2 : kind % 10);
              if (kind % 20 == 4) {
                throw new IllegalStateException("as the seed wants it");
              }
            })
            .concurrency(HANDLERS)
            .lease(LEASE)
            .start();
    worker.awaitStopped();
  }

  /** The store's clock as it answers, for roles that need it. */
  static long now(Engine engine) {
    return Answers.of(engine.nowMillis());
  }
}
