package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.fixture.JavaCommand;
import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.TortureClient.Role;
import io.duetime.engine.tck.torture.TortureClient.Task;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.SmallDisk;
import io.duetime.engine.tck.torture.process.SystemCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The client processes of a run. Each life of a process has a history of its own. */
final class TortureClients {
  /** Jobs that claimers claim themselves, and cancellers and movers change. */
  static final String MIXED = "mixed";

  /** Jobs that workers run. */
  static final String WORK = "work";

  /** Jobs that a server hands over to a receiver. */
  static final String HANDED_OVER = "handover";

  /** Jobs that shifters shift. */
  static final String SHIFT = "shift";

  private static final String CLOCK_LIBRARIES = "/usr/lib/*-linux-gnu*/faketime/libfaketimeMT.so.1";

  private final TestedStore store;
  private final Options options;
  private final Path histories;
  private final String clockLibrary;
  private final List<Child> processes = new ArrayList<>();

  /** The history of the present life of each client, by the client's name. */
  private final Map<String, Path> present = new ConcurrentHashMap<>();

  /** How far the clock of a life is ahead, by the name of the life. */
  private final Map<String, Long> aheadMillis = new ConcurrentHashMap<>();

  private final Map<String, Long> nextAheadMillis = new ConcurrentHashMap<>();

  /** Clients that are not started yet: one of each role, and more of those that do most. */
  TortureClients(TestedStore store, Options options) {
    this.store = store;
    this.options = options;
    this.histories = SmallDisk.created(options.report().resolve("histories"));
    this.clockLibrary = SystemCommand.run("sh", "-c", "ls " + CLOCK_LIBRARIES).firstLine();
    if (clockLibrary.isEmpty()) {
      store.impossible.put(Kind.CLOCK, "not possible: libfaketime is not installed");
    }
    Map<Role, Integer> numbers = new EnumMap<>(Role.class);
    SplittableRandom seeds = new SplittableRandom(options.seed());
    Role[] all = Role.values();
    for (int i = 0; i < options.clients(); i++) {
      Role role = all[i < all.length ? i : i % Role.BUSY];
      Role possible = role == Role.WIRE && store.wirePort == 0 ? Role.PRODUCER : role;
      String name = possible + "-" + numbers.merge(possible, 1, Integer::sum);
      processes.add(client(possible, name, seeds.split()));
    }
  }

  private Child client(Role role, String name, SplittableRandom seeds) {
    AtomicInteger lives = new AtomicInteger();
    Path logs = SmallDisk.created(options.report().resolve("logs"));
    return new Child(
        name,
        () -> {
          String life = name + "-" + lives.incrementAndGet();
          present.put(name, histories.resolve(life + ".history"));
          aheadMillis.put(life, nextAheadMillis.getOrDefault(name, 0L));
          Task task = task(role, life, seeds.nextLong());
          return JavaCommand.of("96m", TortureClient.class.getName(), task.words());
        },
        logs.resolve(name + ".log"));
  }

  private Task task(Role role, String life, long seed) {
    List<String> queues =
        switch (role) {
          case PRODUCER, CANCELLER, MOVER ->
              store instanceof HandOverStore
                  ? List.of(MIXED, WORK, HANDED_OVER)
                  : List.of(MIXED, WORK);
          case WORKER -> List.of(WORK);
          default -> List.of(MIXED);
        };
    String uri = role == Role.WIRE ? "" + store.wirePort : store.uri;
    return new Task(
        role, life, uri, histories, queues, store.isFsynced, store.replicas, seed, options.bug());
  }

  List<Child> processes() {
    return processes;
  }

  /** Whether a client may get a moved clock: shifters and beanstalkd's clients measure by it. */
  static boolean mayHaveMovedClock(Child client) {
    return !client.name().startsWith(Role.SHIFTER.name())
        && !client.name().startsWith(Role.WIRE.name());
  }

  /** Moves the clock of the lives to come. */
  void moveClock(Child client, long millis) {
    nextAheadMillis.put(client.name(), millis);
    client.environment("LD_PRELOAD", millis == 0 ? "" : clockLibrary);
    client.environment("FAKETIME", String.format("%+.3f", millis / 1e3));
    client.environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
  }

  void start() {
    processes.forEach(Child::start);
  }

  void end() {
    processes.forEach(Child::kill);
  }

  /** Whether each client has made a call. */
  boolean areAtWork() {
    return processes.stream().noneMatch(this::isStarting);
  }

  /** Whether a process is a client that was started and has made no call since. */
  boolean isStarting(Child process) {
    Path history = present.get(process.name());
    return history != null && history.toFile().length() == 0;
  }

  /** The histories of all lives. */
  List<Path> histories() {
    return histories(histories);
  }

  /** The histories in a folder. */
  static List<Path> histories(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".history")).sorted().toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** How far the clock was ahead that stamped a history. */
  long aheadMillis(Path history) {
    String life = history.getFileName().toString().replace(".history", "");
    return aheadMillis.getOrDefault(life, 0L);
  }
}
