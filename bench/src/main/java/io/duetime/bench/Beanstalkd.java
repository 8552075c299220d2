package io.duetime.bench;

import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Scratch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Debian's beanstalkd. */
public record Beanstalkd(Process process, InetSocketAddress address, Scratch folder)
    implements AutoCloseable {
  private static final int LISTENING_MILLIS = 10_000;

  /** Starts one that keeps jobs in memory, or has each write on disk before its answer. */
  public static Beanstalkd start(Path parent, boolean isOnDisk)
      throws IOException, InterruptedException {
    InetSocketAddress address = ServerProcess.freeAddress();
    Scratch folder = Scratch.in(parent);
    List<String> command = new ArrayList<>(List.of("beanstalkd", "-l", "127.0.0.1"));
    command.addAll(List.of("-p", "" + address.getPort()));
    if (isOnDisk) {
      command.addAll(List.of("-b", folder.path().toString(), "-f", "0"));
    }
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      awaitListening(address);
      return new Beanstalkd(process, address, folder);
    } catch (IOException missing) {
      folder.close();
      throw new MissingPeerException("beanstalkd");
    }
  }

  private static void awaitListening(InetSocketAddress address) throws InterruptedException {
    long end = System.currentTimeMillis() + LISTENING_MILLIS;
    while (!isListening(address)) {
      if (System.currentTimeMillis() > end) {
        throw new IllegalStateException("the server does not listen");
      }
      Thread.sleep(20);
    }
  }

  private static boolean isListening(InetSocketAddress address) {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    ServerProcess.end(process);
    folder.close();
  }
}
