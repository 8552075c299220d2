package io.duetime.bench;

import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.LinuxProcess;
import io.duetime.bench.harness.Scratch;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A server that the launcher starts, on a new store in a folder by default. */
public final class ServerProcess implements AutoCloseable {
  /** The command of the checkout that the bench runs in. */
  static final String LAUNCHER = Path.of("duetime").toAbsolutePath().toString();

  private final long beganNanos = System.nanoTime();
  private final Scratch folder;
  private final InetSocketAddress beanstalkd = freeAddress();
  private final Process process;
  private final URI url;
  private final double listeningSeconds;

  /** Starts a server with more flags, which may set another store. */
  ServerProcess(Path parent, String... flags) throws IOException {
    folder = Scratch.in(parent);
    List<String> command = new ArrayList<>(List.of(LAUNCHER, "server", "--http", "127.0.0.1:0"));
    command.addAll(List.of("--beanstalkd", "127.0.0.1:" + beanstalkd.getPort()));
    if (!List.of(flags).contains("--store")) {
      command.addAll(List.of("--store", folder.storeUri()));
    }
    command.addAll(List.of(flags));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line = process.inputReader().readLine();
    listeningSeconds = secondsSinceStart();
    if (line == null) {
      throw new IOException("the server did not start");
    }
    url = URI.create(line.replaceAll(".*(https?://[^,]*),.*", "$1"));
  }

  /** Finds a port of this machine that is free now. */
  public static InetSocketAddress freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }
  }

  /** Starts one and waits until it is ready. */
  public static ServerProcess ready(Path parent, String... flags)
      throws IOException, InterruptedException {
    ServerProcess server = new ServerProcess(parent, flags);
    server.awaitReady();
    return server;
  }

  public URI url() {
    return url;
  }

  /** Where it listens for the protocol of beanstalkd. */
  public InetSocketAddress beanstalkd() {
    return beanstalkd;
  }

  double listeningSeconds() {
    return listeningSeconds;
  }

  /** Waits until it says that it is ready; returns how long after its start that was. */
  double awaitReady() throws IOException, InterruptedException {
    while (url.getScheme().equals("http") && status("/health/ready") != 200) {
      Thread.sleep(5);
    }
    return secondsSinceStart();
  }

  private int status(String path) throws IOException {
    return ((HttpURLConnection) url.resolve(path).toURL().openConnection()).getResponseCode();
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  /** Measures something together with the processor time of the server. */
  Figures measure(Supplier<Figures> work) {
    double before = cpuSeconds();
    Figures figures = work.get();
    return figures.withServerCpu(cpuSeconds() - before);
  }

  /** The process that the launcher has become. */
  public long pid() {
    return process.pid();
  }

  double cpuSeconds() {
    return new LinuxProcess(pid()).cpuSeconds();
  }

  /** The size of the files of its store. */
  double bytes() {
    return folder.bytes();
  }

  double residentMiB() {
    return new LinuxProcess(pid()).bytes("VmRSS") / (1 << 20);
  }

  /** Ends a process, if need be by force. */
  public static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  @Override
  public void close() {
    end(process);
    folder.close();
  }
}
