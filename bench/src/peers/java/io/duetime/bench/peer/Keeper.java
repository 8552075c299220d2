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
  NONE {
    @Override
    public Running start(Sizes sizes) {
      return new Running(new Place("memory:", 0), () -> {});
    }
  },
  /** A folder, which the measured process opens. */
  FOLDER {
    @Override
    public Running start(Sizes sizes) {
      Scratch folder = Scratch.in(sizes.folder);
      return new Running(new Place(folder.storeUri(), 0), folder);
    }
  },
  /** A Redis that keeps nothing on disk. */
  REDIS {
    @Override
    public Running start(Sizes sizes) {
      RedisProcess server = RedisProcess.start();
      long pid = Long.parseLong(server.call("INFO", "server").replaceAll("(?s).*process_id:(\\d+).*", "$1"));
      return new Running(new Place(server.uri(), pid), server);
    }
  },
  /** Debian's PostgreSQL with its defaults, so with an fsync for each commit. */
  POSTGRESQL {
    @Override
    public Running start(Sizes sizes) throws Exception {
      return Postgres.start(sizes.folder);
    }
  },
  /** Debian's beanstalkd. */
  BEANSTALKD {
    @Override
    public Running start(Sizes sizes) throws Exception {
      return beanstalkd(sizes, List.of());
    }
  },
  /** The same with its log, and an fsync for each write. */
  BEANSTALKD_LOG {
    @Override
    public Running start(Sizes sizes) throws Exception {
      return beanstalkd(sizes, List.of("-f", "0", "-b"));
    }
  },
  /** Our server on a folder. */
  DUETIME {
    @Override
    public Running start(Sizes sizes) throws Exception {
      ServerProcess server = ServerProcess.ready(sizes.folder);
      return new Running(new Place(server.url().toString(), server.pid()), server);
    }
  },
  /** The same, for the protocol of beanstalkd. */
  DUETIME_BEANSTALKD {
    @Override
    public Running start(Sizes sizes) throws Exception {
      ServerProcess server = ServerProcess.ready(sizes.folder);
      String uri = "beanstalkd://127.0.0.1:" + server.beanstalkd().getPort();
      return new Running(new Place(uri, server.pid()), server);
    }
  },
  /** Debian's RabbitMQ, installed or unpacked. */
  RABBITMQ {
    @Override
    public Running start(Sizes sizes) throws Exception {
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
  },
  /** A broker and a name server from Maven Central, in one process. */
  ROCKETMQ {
    @Override
    public Running start(Sizes sizes) throws Exception {
      return RocketBroker.start(sizes.folder);
    }
  };

  private static final int LISTENING_MILLIS = 10_000;

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
  public abstract Running start(Sizes sizes) throws Exception;

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
        new Place("beanstalkd://127.0.0.1:" + address.getPort(), process.pid()),
        () -> {
          ServerProcess.end(process);
          folder.close();
        });
  }

  private static Process launched(ProcessBuilder builder, Scratch folder, String program)
      throws MissingPeerException {
    try {
      return builder.redirectErrorStream(true).redirectOutput(folder.path().resolve("output").toFile()).start();
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
