package io.duetime.engine.tck.torture;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.RecordingEngine;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The main class of all client processes: one role until it is killed, every call in a history. It
 * ends when the process that started it has ended.
 */
public final class TortureClient {
  private static final long RETRY_MILLIS = 200;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final int HANDLERS = 4;

  /** What a client does; the name of a role begins the name of its clients. */
  enum Role {
    PRODUCER,
    CLAIMER,
    WORKER,
    SHIFTER,
    CANCELLER,
    MOVER,
    /** Puts and works jobs over the protocol of beanstalkd. */
    WIRE;

    /** The first so many do most of the work, and a run with more clients has more of them. */
    static final int BUSY = 3;
  }

  /**
   * What a client is told.
   *
   * @param name which client, and which of its lives
   * @param uri the store; for {@link Role#WIRE} the port of the protocol
   * @param bug the class of a bug, a {@link UnaryOperator} of engines, for tests of the checker, or
   *     nothing
   */
  record Task(
      Role role,
      String name,
      String uri,
      Path folder,
      List<String> queues,
      boolean fsynced,
      int replicas,
      long seed,
      String bug) {
    static Task parse(String[] words) {
      return new Task(
          Role.valueOf(words[0]),
          words[1],
          words[2],
          Path.of(words[3]),
          List.of(words[4].split(",", -1)),
          Boolean.parseBoolean(words[5]),
          Integer.parseInt(words[6]),
          Long.parseLong(words[7]),
          words[8]);
    }

    List<String> words() {
      String names = String.join(",", queues);
      return Stream.of(role, name, uri, folder, names, fsynced, replicas, seed, bug)
          .map(String::valueOf)
          .toList();
    }

    Durability durability() {
      return new Durability(fsynced, replicas, Duration.ofSeconds(3));
    }
  }

  private TortureClient() {}

  /** Takes the words of a task. */
  public static void main(String[] words) {
    Task task = Task.parse(words);
    Threads.daemons("parent").newThread(TortureClient::awaitParent).start();
    History history = History.to(task.folder.resolve(task.name + ".history"));
    if (task.role == Role.WIRE) {
      new WireRole(Integer.parseInt(task.uri), history, new SplittableRandom(task.seed)).run();
      return;
    }
    Engine engine = new RecordingEngine(open(task), history, System::currentTimeMillis);
    ClientRoles roles = new ClientRoles(engine, task);
    switch (task.role) {
      case PRODUCER -> repeat(roles::produce);
      case CANCELLER -> repeat(roles::cancel);
      case MOVER -> repeat(roles::move);
      case CLAIMER -> repeat(roles::claim);
      case SHIFTER -> repeat(new ShifterRole(engine, history, task)::step);
      default -> work(engine, task);
    }
  }

  // A bug is between the store and what writes the history, which has what a client would be told.
  @SuppressWarnings("unchecked")
  private static Engine open(Task task) {
    while (true) {
      try {
        Engine engine = TestedStore.connect(task.uri);
        if (task.bug.isEmpty()) {
          return engine;
        }
        Class<?> bug = Class.forName(task.bug);
        UnaryOperator<Engine> breaking =
            bug.asSubclass(UnaryOperator.class).getConstructor().newInstance();
        return breaking.apply(engine);
      } catch (DuetimeException unavailable) {
        Pause.millis(RETRY_MILLIS);
      } catch (ReflectiveOperationException unknown) {
        throw new IllegalArgumentException("no bug: " + task.bug, unknown);
      }
    }
  }

  // Standard input ends with the process that started this one, however that ends.
  private static void awaitParent() {
    try {
      System.in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void repeat(Runnable act) {
    while (true) {
      try {
        act.run();
      } catch (DuetimeException failed) {
        // The history has the call as unanswered; the client goes on.
        Pause.millis(RETRY_MILLIS);
      }
    }
  }

  // Handlers that take longer than their lease live by heartbeats.
  private static void work(Engine engine, Task task) {
    Random random = new Random(task.seed);
    Duetime client =
        StoreClient.over(
            engine,
            Duetime.builder().uri("torture:").name(task.name).build(),
            ClientContext.Pace.NORMAL);
    client
        .queue(task.queues.get(0), Codec.bytes())
        .withDurability(task.durability())
        .worker(job -> {
          int kind = random.nextInt(100);
          Pause.millis(kind < 3 ? LEASE.toMillis() * 2 : kind % 10);
          if (kind % 20 == 4) {
            throw new IllegalStateException("as the seed wants it");
          }
        })
        .concurrency(HANDLERS)
        .lease(LEASE)
        .start()
        .awaitStopped();
  }
}
