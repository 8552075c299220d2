package io.duetime.bench.peer;

import io.duetime.bench.ServerProcess;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.harness.Sizes;
import io.duetime.rabbitmq.fixture.RabbitBroker;
import io.duetime.redis.fixture.RedisProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** What keeps the jobs of a system: started empty for each run, outside the measured process. */
public enum Keeper {
  /** The measured process itself. */
  NONE,
  /** A folder, which the measured process opens. */
  FOLDER,
  /** A Redis that keeps nothing on disk. */
  REDIS,
  /** Debian's PostgreSQL with its defaults, so with an fsync for each commit. */
  POSTGRESQL,
  /** Debian's beanstalkd. */
  BEANSTALKD,
  /** The same with its log, and an fsync for each write. */
  BEANSTALKD_LOG,
  /** Our server on a folder. */
  DUETIME,
  /** The same, for the protocol of beanstalkd. */
  DUETIME_BEANSTALKD,
  /** Debian's RabbitMQ, installed or unpacked. */
  RABBITMQ,
  /** A broker and a name server from Maven Central, in one process. */
  ROCKETMQ;

  private static final int LISTENING_MILLIS = 10_000;
  private static final String BEANSTALKD_SCHEME = "beanstalkd://127.0.0.1:";

  /** A keeper that runs. */
  public record Running(Place place, AutoCloseable end) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try {
        end.close();
      } catch (Exception failure) {
        throw new IOException(failure);
      }
    }
  }

  /** Starts it without jobs. */
  public Running start(Sizes sizes) throws Exception {
    return switch (this) {
      case NONE -> new Running(new Place("memory:", 0), () -> {});
      case FOLDER -> {
        Scratch folder = Scratch.in(sizes.folder);
        yield new Running(new Place(folder.storeUri(), 0), folder);
      }
      case REDIS -> redis();
      case POSTGRESQL -> Postgres.start(sizes.folder);
      case BEANSTALKD -> beanstalkd(sizes, List.of());
      case BEANSTALKD_LOG -> beanstalkd(sizes, List.of("-f", "0", "-b"));
      case DUETIME, DUETIME_BEANSTALKD -> duetime(sizes);
      case RABBITMQ -> rabbitmq(sizes);
      case ROCKETMQ -> RocketBroker.start(sizes.folder);
    };
  }

  private static Running redis() {
    RedisProcess server = RedisProcess.start();
    String pid = server.call("INFO", "server").replaceAll("(?s).*process_id:(\\d+).*", "$1");
    return new Running(new Place(server.uri(), Long.parseLong(pid)), server);
  }

  private Running duetime(Sizes sizes) throws Exception {
    ServerProcess server = ServerProcess.ready(sizes.folder);
    String uri =
        this == DUETIME
            ? server.url().toString()
            : BEANSTALKD_SCHEME + server.beanstalkd().getPort();
    return new Running(new Place(uri, server.pid()), server);
  }

  private static Running rabbitmq(Sizes sizes) throws IOException {
    if (!Files.exists(sizes.rabbitmq.resolve("usr/lib/rabbitmq"))) {
      throw new MissingPeerException("RabbitMQ (--rabbitmq FOLDER)");
    }
    System.setProperty(RabbitBroker.PROPERTY, sizes.rabbitmq.toString());
    Scratch folder = Scratch.in(sizes.folder);
    RabbitBroker broker = RabbitBroker.start(folder.path());
    return new Running(
        new Place(broker.uri(), broker.pid()),
        () -> {
          broker.close();
          folder.close();
        });
  }

  private static Running beanstalkd(Sizes sizes, List<String> options) throws Exception {
    InetSocketAddress address = ServerProcess.freeAddress();
    Scratch folder = Scratch.in(sizes.folder);
    List<String> command = new ArrayList<>(List.of("beanstalkd", "-l", "127.0.0.1"));
    command.addAll(List.of("-p", "" + address.getPort()));
    command.addAll(options);
    if (!options.isEmpty()) {
      command.add(folder.path().toString());
    }
    Process process = launched(new ProcessBuilder(command), folder, "beanstalkd");
    awaitListening(address.getPort());
    return new Running(
        new Place(BEANSTALKD_SCHEME + address.getPort(), process.pid()),
        () -> {
          ServerProcess.end(process);
          folder.close();
        });
  }

  private static Process launched(ProcessBuilder builder, Scratch folder, String program)
      throws MissingPeerException {
    try {
      return builder
          .redirectErrorStream(true)
          .redirectOutput(folder.path().resolve("output").toFile())
          .start();
    } catch (IOException missing) {
      folder.close();
      throw new MissingPeerException(program);
    }
  }

  /** Waits until a server takes connections. */
  static void awaitListening(int port) throws InterruptedException {
    long end = System.currentTimeMillis() + LISTENING_MILLIS;
    while (!isListening(port)) {
      if (System.currentTimeMillis() > end) {
        throw new IllegalStateException("the server does not listen");
      }
      Thread.sleep(20);
    }
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }
}
