package io.duetime.bench.beanstalkd;

import io.duetime.bench.ScratchFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of the protocol with a new store. */
final class ProtocolServer implements AutoCloseable {
  private final ScratchFolder folder;
  private final Process process;
  private final InetSocketAddress address;

  private ProtocolServer(ScratchFolder folder, Process process, int port) {
    this.folder = folder;
    this.process = process;
    this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** The kinds of servers. */
  enum Kind {
    BEANSTALKD("beanstalkd"),
    DUETIME_MEMORY("duetime, memory"),
    BEANSTALKD_BINLOG("beanstalkd -b -f 0"),
    DUETIME_EMBEDDED("duetime, embedded");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    private List<String> command(int port, Path folder) {
      String address = "127.0.0.1:" + port;
      return switch (this) {
        case BEANSTALKD -> List.of("beanstalkd", "-l", "127.0.0.1", "-p", "" + port);
        case BEANSTALKD_BINLOG ->
            List.of("beanstalkd", "-l", "127.0.0.1", "-p", "" + port, "-b", "" + folder, "-f", "0");
        case DUETIME_MEMORY -> duetime("memory:", address);
        case DUETIME_EMBEDDED -> duetime("embedded:" + folder.resolve("store"), address);
      };
    }

    private static List<String> duetime(String store, String address) {
      return List.of(
          Path.of("duetime").toAbsolutePath().toString(),
          "server",
          "--store",
          store,
          "--http",
          "127.0.0.1:0",
          "--beanstalkd",
          address);
    }
  }

  static ProtocolServer start(Kind kind) throws IOException {
    ScratchFolder folder = ScratchFolder.in(Path.of("duetime-bench/target"));
    int port = freePort();
    Process process =
        new ProcessBuilder(kind.command(port, folder.path().toAbsolutePath()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ProtocolServer started = new ProtocolServer(folder, process, port);
    started.awaitListening();
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void awaitListening() throws IOException {
    while (process.isAlive()) {
      try {
        new Socket(address.getAddress(), address.getPort()).close();
        return;
      } catch (IOException notYet) {
        Thread.onSpinWait();
      }
    }
    throw new IOException("the server has ended with " + process.exitValue());
  }

  InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    folder.close();
  }
}
