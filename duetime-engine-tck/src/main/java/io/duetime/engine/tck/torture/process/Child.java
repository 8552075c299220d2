package io.duetime.engine.tck.torture.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process that can be killed, started again, stopped and continued. Thread safe. */
public final class Child {
  private static final Set<Child> ALL = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.forEach(Child::kill), "end"));
  }

  private final String name;
  private final Supplier<List<String>> command;
  private final Path log;
  private final Map<String, String> environment = new ConcurrentHashMap<>();

  // Guarded by this.
  private @Nullable Process process;

  /**
   * A process that is not started yet.
   *
   * @param command answers the command of each start
   * @param log is appended with what it says
   */
  public Child(String name, Supplier<List<String>> command, Path log) {
    this.name = name;
    this.command = command;
    this.log = log;
    ALL.add(this);
  }

  public String name() {
    return name;
  }

  /** Sets a variable of the environment of later starts. */
  public void environment(String variable, String value) {
    environment.put(variable, value);
  }

  /** Starts it unless it runs. */
  public synchronized void start() {
    if (isAlive()) {
      return;
    }
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command.get())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()));
      builder.environment().putAll(environment);
      process = builder.start();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot start " + name, failure);
    }
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Ends it as {@code kill -9} does. */
  public synchronized void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  public void pause() {
    signal("STOP");
  }

  public void resume() {
    signal("CONT");
  }

  private synchronized void signal(String signal) {
    if (process != null && process.isAlive()) {
      SystemCommand.run("kill", "-" + signal, Long.toString(process.pid()));
    }
  }
}
