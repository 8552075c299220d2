package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.time.SystemTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server in a process of its own, on the store of a folder and always on the same port. */
final class ServerProcess implements AutoCloseable {
  private final Path folder;
  private final int port;
  private Process process;

  /** Starts a server and waits until it listens. */
  ServerProcess(Path folder) throws IOException {
    this.folder = folder;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = socket.getLocalPort();
    }
    start();
  }

  /** The address of the server. */
  String uri() {
    return "http://127.0.0.1:" + port;
  }

  /** Kills the server with -9, starts it again and waits until it listens. */
  void killAndStart() throws IOException, InterruptedException {
    process.destroyForcibly().waitFor();
    start();
  }

  /** Runs a server over a store, which it is given with the port, until the process is killed. */
  public static void main(String[] args) {
    DuetimeServer.start(
        ServerSettings.builder()
            .store(args[0])
            .http(new HostPort("127.0.0.1", Integer.parseInt(args[1])))
            .build(),
        new SystemTime());
    System.out.println("listens on " + args[1]);
  }

  private void start() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                ServerProcess.class.getName(),
                "embedded:" + folder,
                String.valueOf(port))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).contains("listens on");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
