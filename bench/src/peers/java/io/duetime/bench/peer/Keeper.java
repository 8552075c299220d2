package io.duetime.bench.peer;

import io.duetime.bench.Beanstalkd;
import io.duetime.bench.ServerProcess;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.harness.Sizes;
import io.duetime.rabbitmq.fixture.RabbitBroker;
import io.duetime.redis.fixture.RedisProcess;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** What keeps the jobs of a system: started empty for each run, outside the measured process. */
public enum Keeper {
  /** The measured process itself. */
  NONE,
  /** A folder, which the measured process opens. */
  FOLDER,
  /** A Redis that keeps nothing on disk. */
  REDIS,
  /** The same, with the packages of Node that its client needs. */
  BULLMQ,
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

  /** A keeper that runs; the version of its program, if it is another one than the client's. */
  public record Running(Place place, String version, Closeable end) implements Closeable {
    @Override
    public void close() throws IOException {
      end.close();
    }
  }

  /** Starts it without jobs. */
  public Running start(Sizes sizes) throws Exception {
    return switch (this) {
      case NONE -> new Running(new Place("memory:", 0), "", () -> {});
      case FOLDER -> {
        Scratch folder = Scratch.in(sizes.folder);
        yield new Running(new Place(folder.storeUri(), 0), "", folder::close);
      }
      case REDIS -> redis("");
      case BULLMQ -> redis(", Node " + Programs.installNode());
      case POSTGRESQL -> Postgres.start(sizes.folder);
      case BEANSTALKD, BEANSTALKD_LOG -> beanstalkd(sizes);
      case DUETIME, DUETIME_BEANSTALKD -> duetime(sizes);
      case RABBITMQ -> rabbitmq(sizes);
      case ROCKETMQ -> RocketMq.start(sizes.folder);
    };
  }

  private static Running redis(String client) {
    RedisProcess server = RedisProcess.start();
    String pid = server.call("INFO", "server").replaceAll("(?s).*process_id:(\\d+).*", "$1");
    Place place = new Place(server.uri(), Long.parseLong(pid));
    return new Running(
        place, server.version().replaceAll(" server v=| sha=.*", " ") + client, server::close);
  }

  private Running duetime(Sizes sizes) throws Exception {
    ServerProcess server = ServerProcess.ready(sizes.folder);
    String uri = this == DUETIME ? server.url().toString() : beanstalkd(server.beanstalkd());
    return new Running(new Place(uri, server.pid()), "", server::close);
  }

  private static Running rabbitmq(Sizes sizes) throws IOException {
    Path versions = sizes.rabbitmq.resolve("usr/lib/rabbitmq/lib");
    if (!Files.exists(versions)) {
      throw new MissingPeerException("RabbitMQ (--rabbitmq FOLDER)");
    }
    System.setProperty(RabbitBroker.PROPERTY, sizes.rabbitmq.toString());
    Scratch folder = Scratch.in(sizes.folder);
    RabbitBroker broker = RabbitBroker.start(folder.path());
    return new Running(
        new Place(broker.uri(), broker.pid()),
        Programs.output("ls", versions.toString()),
        () -> {
          broker.close();
          folder.close();
        });
  }

  private Running beanstalkd(Sizes sizes) throws Exception {
    Beanstalkd server = Beanstalkd.start(sizes.folder, this == BEANSTALKD_LOG);
    Place place = new Place(beanstalkd(server.address()), server.process().pid());
    return new Running(place, Programs.output("beanstalkd", "-v"), server::close);
  }

  private static String beanstalkd(InetSocketAddress server) {
    return "beanstalkd://127.0.0.1:" + server.getPort();
  }
}
