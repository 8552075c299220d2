package io.duetime.server.cli.server;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.internal.time.Threads;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.SettingsFile;
import io.duetime.server.cli.terminal.ExitCode;
import io.duetime.server.cli.terminal.LogLevel;
import io.duetime.server.cli.terminal.Terminal;
import io.duetime.server.http.ListenFailure;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a server until the process is interrupted or terminated. */
@Command(
    name = "server",
    description = "Run a server until interrupted or terminated.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nFlags override the file. SIGUSR1 makes the beanstalkd protocol answer put with DRAINING. "
          + "This version has no authentication, so it listens only on "
          + "loopback addresses."
    })
public final class ServerCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = {
        "Where jobs are stored: embedded:FOLDER, redis://HOST, redis-sentinel://HOST,…, "
            + "redis-cluster://HOST,… or memory:; default: "
            + ServerSettings.DEFAULT_STORE
            + "."
      })
  private @Nullable String store;

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      description = "The address of HTTP; default: 127.0.0.1:8420; port 0 for any free port.")
  private @Nullable String http;

  @Option(
      names = "--beanstalkd",
      paramLabel = "HOST:PORT",
      description = {
        "The address of the beanstalkd protocol, or off for none; default: 127.0.0.1:11300, if that "
            + "port is free."
      })
  private @Nullable String beanstalkd;

  @Option(
      names = "--beanstalkd-max-job-size",
      paramLabel = "BYTES",
      description = "The largest body of the beanstalkd protocol; default: 65535.")
  private @Nullable Integer maxJobSize;

  @Option(
      names = "--beanstalkd-max-connections",
      paramLabel = "COUNT",
      description = "The most open connections of the beanstalkd protocol; default: 20000.")
  private @Nullable Integer maxConnections;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file with the names of these flags as keys.")
  private @Nullable Path config;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ServerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    LogLevel.set("INFO");
    ServerSettings settings;
    DuetimeServer server;
    try {
      settings = settings();
      server = DuetimeServer.startCold(settings, terminal.time());
    } catch (DuetimeException wrong) {
      terminal.complain("duetime: " + wrong.getMessage() + " (" + wrong.code() + ")");
      return exitCode(wrong);
    } catch (ListenFailure taken) {
      terminal.complain("duetime: " + taken.getMessage());
      return ExitCode.FAILED;
    }
    run(server, settings);
    return ExitCode.OK;
  }

  private int exitCode(DuetimeException wrong) {
    if (wrong instanceof RetryableException) {
      return ExitCode.FAILED;
    }
    return wrong instanceof InvalidRequestException invalid && isFlag(invalid.field())
        ? ExitCode.USAGE
        : ExitCode.CONFIG;
  }

  /** Whether the value came from a flag; an error in a store's URI has a name of its own. */
  private boolean isFlag(String field) {
    return switch (field) {
      case "http" -> http != null;
      case "beanstalkd" -> beanstalkd != null;
      case "config", "config key" -> false;
      default -> field.startsWith("--") || store != null;
    };
  }

  private ServerSettings settings() {
    ServerSettings.Builder settings =
        ServerSettings.builder().beanstalkd(ServerSettings.DEFAULT_BEANSTALKD);
    if (config != null) {
      SettingsFile.read(config, settings);
    }
    if (store != null) {
      settings.store(store);
    }
    if (http != null) {
      settings.http(HostPort.parse("--http", http));
    }
    if (beanstalkd != null) {
      SettingsFile.setBeanstalkd("--beanstalkd", beanstalkd, settings);
    }
    setLimits(settings);
    return settings.build();
  }

  private void setLimits(ServerSettings.Builder settings) {
    Integer size = maxJobSize;
    if (size != null) {
      settings.beanstalkdLimits(limits -> limits.maxJobSize("--beanstalkd-max-job-size", size));
    }
    Integer connections = maxConnections;
    if (connections != null) {
      settings.beanstalkdLimits(
          limits -> limits.maxConnections("--beanstalkd-max-connections", connections));
    }
  }

  private void run(DuetimeServer server, ServerSettings settings) throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(stopper(told, stopped));
    Signals.on("USR1", server::drainBeanstalkd);
    InetSocketAddress http = server.http();
    terminal.print(
        "duetime %s listens on http://%s, store %s"
            .formatted(
                DuetimeServer.version(),
                new HostPort(http.getHostString(), http.getPort()),
                settings.storeName()));
    settings.beanstalkd().ifPresent(asked -> tellOfBeanstalkd(server, asked));
    Thread warmer =
        Threads.daemons("duetime-warmer").newThread(() -> server.warmUp(terminal.time()));
    warmer.start();
    told.await();
    server.close();
    terminal.complain("duetime has stopped");
    stopped.countDown();
  }

  private void tellOfBeanstalkd(DuetimeServer server, HostPort asked) {
    server
        .beanstalkd()
        .ifPresentOrElse(
            address ->
                terminal.print(
                    "beanstalkd protocol on "
                        + new HostPort(address.getHostString(), address.getPort())),
            () ->
                terminal.complain(
                    "duetime: no beanstalkd protocol: cannot listen on %s".formatted(asked)));
  }

  /** Lets the main thread stop the server, and then ends the process with 0. */
  private static Thread stopper(CountDownLatch told, CountDownLatch stopped) {
    return Threads.daemons("duetime-stop")
        .newThread(() -> {
          told.countDown();
          try {
            stopped.await();
            Runtime.getRuntime().halt(ExitCode.OK);
          } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
