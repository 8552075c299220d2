package io.duetime.cli.server;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.BeanstalkdAddress;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.LogSetup;
import io.duetime.server.LogSetup.LogFormat;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import io.duetime.server.http.HttpFront;
import io.duetime.time.Threads;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Runs a server until the process is interrupted or terminated. */
public final class ServerCommand {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

  /** How long the store may take to close, after calls have ended. */
  private static final Duration STORE_PATIENCE = Duration.ofSeconds(10);

  private final Terminal terminal;

  private ServerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The command. */
  public static CommandLine server(Terminal terminal) {
    return CallCommand.local(terminal, "server", "Run a server until interrupted or terminated.")
        .options(ServerFlags.params())
        .footer(
            "%nA flag overrides the variable of the environment (DUETIME_STORE for --store), which"
                + " overrides the file; 'duetime config print' shows what applies. SIGHUP reads log"
                + " levels, tokens, quotas and certificates again, SIGUSR1 makes the beanstalkd"
                + " protocol answer put with DRAINING. A second SIGTERM or SIGINT stops the server"
                + " at once.",
            "%nBefore the first token is made (see 'duetime token create'), every caller from this"
                + " machine may do everything, and the server listens only on loopback addresses.",
            "duetime server",
            "duetime server --store redis://localhost --log-level INFO,io.duetime=DEBUG")
        .runs(given -> new ServerCommand(terminal).run(ServerFlags.sources(given)));
  }

  private int run(SettingSources sources) throws InterruptedException {
    ServerSettings settings;
    DuetimeServer server;
    try {
      settings = sources.settings();
      setUpLog(settings);
      server = DuetimeServer.startCold(settings, sources::settings, terminal.time());
    } catch (DuetimeException wrong) {
      terminal.complain("duetime: " + wrong.getMessage() + " (" + wrong.code() + ")");
      return exitCode(wrong, sources.flags().keySet());
    } catch (HttpFront.ListenFailure taken) {
      terminal.complain("duetime: " + taken.getMessage());
      return ExitCode.FAILED;
    }
    return run(server, settings);
  }

  private static int exitCode(DuetimeException wrong, Set<Setting<?>> flags) {
    if (wrong instanceof RetryableException) {
      return ExitCode.FAILED;
    }
    return wrong instanceof InvalidRequestException invalid && isFlag(invalid.field(), flags)
        ? ExitCode.USAGE
        : ExitCode.CONFIG;
  }

  /** Whether the field of a refusal is a flag, or has its value from a flag. */
  private static boolean isFlag(String field, Set<Setting<?>> flags) {
    return field.startsWith("--")
        || flags.stream().anyMatch(setting -> setting.key().equals(field))
        || (field.equals("uri") && flags.contains(Setting.STORE));
  }

  private void setUpLog(ServerSettings settings) {
    LogFormat format = settings.get(Setting.LOG_FORMAT);
    boolean isText = format == LogFormat.AUTO && terminal.isInteractive();
    LogSetup.use(isText || format == LogFormat.TEXT ? LogFormat.TEXT : LogFormat.JSON);
    settings.get(Setting.LOG_LEVEL).apply();
  }

  /** Returns the exit code, with which also a shutdown of the JVM ends. */
  private int run(DuetimeServer server, ServerSettings settings) throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    CompletableFuture<Integer> ended = new CompletableFuture<>();
    Runtime.getRuntime().addShutdownHook(stopper(told, ended));
    int code = ExitCode.FAILED;
    try {
      StopSignals stopSignals = new StopSignals(terminal, told::countDown);
      listenToSignals(server, stopSignals);
      tellOfHttp(server, settings);
      tellOfBeanstalkd(server, settings);
      LOG.info("{}", server.connections());
      Threads.daemons("duetime-warmer").newThread(() -> server.warmUp(terminal.time())).start();
      told.await();
      terminal
          .time()
          .after(settings.get(Setting.SHUTDOWN_TIMEOUT).plus(STORE_PATIENCE), stopSignals::giveUp);
      code = stop(server);
    } finally {
      ended.complete(code);
    }
    return code;
  }

  private void listenToSignals(DuetimeServer server, StopSignals stopSignals) {
    stopSignals.listen();
    // When a terminal closes, its server stops; elsewhere the signal asks to read settings again.
    if (!terminal.isInteractive()) {
      StopSignals.handle("HUP", server::readAgain);
    }
    StopSignals.handle("USR1", server::drainBeanstalkd);
  }

  private int stop(DuetimeServer server) {
    LOG.info("Stopping: answering waiting claims and finishing running calls");
    try {
      server.close();
    } catch (RuntimeException failure) {
      LOG.error("The server has stopped, but not everything was closed", failure);
      return ExitCode.FAILED;
    }
    terminal.complain("duetime has stopped");
    return ExitCode.OK;
  }

  private void tellOfHttp(DuetimeServer server, ServerSettings settings) {
    InetSocketAddress http = server.http();
    terminal.print(
        "duetime %s listens on %s://%s, store %s"
            .formatted(
                DuetimeServer.version(),
                settings.tls().isPresent() ? "https" : "http",
                new HostPort(http.getHostString(), http.getPort()),
                settings.textOf(Setting.STORE)));
  }

  private void tellOfBeanstalkd(DuetimeServer server, ServerSettings settings) {
    List<BeanstalkdAddress> addresses = server.beanstalkdAddresses();
    if (addresses.isEmpty()) {
      settings
          .get(Setting.BEANSTALKD)
          .forEach(asked ->
              terminal.complain(
                  "duetime: no beanstalkd protocol: cannot listen on %s".formatted(asked)));
    }
    addresses.forEach(address ->
        terminal.print(
            "beanstalkd protocol%s on %s"
                .formatted(
                    settings.encryptsBeanstalkd() && address.hasPort() ? " (TLS)" : "", address)));
  }

  /** Lets the main thread stop the server, and then ends the process with its code. */
  private static Thread stopper(CountDownLatch told, CompletableFuture<Integer> ended) {
    return Threads.daemons("duetime-stop")
        .newThread(() -> {
          told.countDown();
          Runtime.getRuntime().halt(ended.join());
        });
  }

  /**
   * Handles signals of the operating system: the first one to stop lets the server end well, the
   * second one ends the process. Uses {@code sun.misc.Signal} by reflection, since the compiler
   * warns of each direct use.
   */
  static final class StopSignals {
    private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);
    private static final int GIVEN_UP = 1;

    private final Terminal terminal;
    private final Runnable stop;
    private final AtomicBoolean isStopping = new AtomicBoolean();

    StopSignals(Terminal terminal, Runnable stop) {
      this.terminal = terminal;
      this.stop = stop;
    }

    void listen() {
      NUMBERS.forEach((name, number) -> handle(name, () -> received(128 + number)));
    }

    /** Ends the process, whose server has not stopped in time. */
    void giveUp() {
      end("duetime: stopped without waiting longer for the store", GIVEN_UP);
    }

    private void received(int exitCode) {
      if (isStopping.compareAndSet(false, true)) {
        terminal.complain("duetime: stopping; another signal stops at once");
        stop.run();
      } else {
        end("duetime: stopped at once", exitCode);
      }
    }

    private void end(String message, int exitCode) {
      terminal.complain(message);
      Runtime.getRuntime().halt(exitCode);
    }

    /**
     * Runs an action at each signal of this name, as {@code TERM}, instead of what Java does. Does
     * nothing where Java has no such signal or is told to leave signals alone ({@code -Xrs}).
     */
    static void handle(String name, Runnable action) {
      try {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object proxy =
            Proxy.newProxyInstance(
                StopSignals.class.getClassLoader(), new Class<?>[] {handler}, calls(action));
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      } catch (ReflectiveOperationException | IllegalArgumentException unavailable) {
        // A signal then ends the process in the way of Java, which also stops the server.
        return;
      }
    }

    private static InvocationHandler calls(Runnable action) {
      return (Object proxy, Method method, Object[] arguments) ->
          switch (method.getName()) {
            case "handle" -> {
              action.run();
              yield null;
            }
            case "equals" ->
                System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "handler of signals";
          };
    }
  }
}
