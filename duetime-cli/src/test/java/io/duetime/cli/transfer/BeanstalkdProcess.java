package io.duetime.cli.transfer;

import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.beanstalkd.fixture.Client;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real beanstalkd on a free port of this machine, where it is installed. */
final class BeanstalkdProcess implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/beanstalkd");

  private final int port = RedisProcess.freePort();
  private final Process process;

  private BeanstalkdProcess() throws IOException {
    process =
        new ProcessBuilder(PROGRAM.toString(), "-l", "127.0.0.1", "-p", Integer.toString(port))
            .inheritIO()
            .start();
  }

  static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /** Starts one and waits until it listens. */
  static BeanstalkdProcess start() {
    try {
      BeanstalkdProcess started = new BeanstalkdProcess();
      Waiting.until("beanstalkd", started::listens);
      return started;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private boolean listens() {
    try (Socket open = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return open.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  Client connect() {
    try {
      return new Client(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
