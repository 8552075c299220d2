package io.duetime.bench.peer;

import io.duetime.bench.ServerProcess;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.peer.Keeper.Running;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.namesrv.NamesrvConfig;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.store.config.MessageStoreConfig;

/** A broker of RocketMQ and its name server, in a process of their own. */
final class RocketBroker {
  private static final String READY = "ready";
  private static final int COMMIT_LOG_BYTES = 64 << 20;
  private static final int QUEUES = 8;
  private static final long STARTING_MILLIS = 60_000;

  private RocketBroker() {}

  /** Starts the process and waits until the broker is known to the name server. */
  static Running start(Path parent) throws IOException {
    Scratch folder = Scratch.in(parent);
    int port = ServerProcess.freeAddress().getPort();
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx1g",
                "-Duser.home=" + folder.path(),
                "-cp",
                System.getProperty("java.class.path"),
                RocketBroker.class.getName(),
                folder.path().resolve("store").toString(),
                "" + port)
            .redirectErrorStream(true)
            .start();
    StringBuilder seen = new StringBuilder();
    BufferedReader lines = process.inputReader();
    for (String line = lines.readLine(); !READY.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("the broker does not start: " + seen);
      }
      seen.append(line).append('\n');
    }
    Thread reader = new Thread(() -> lines.lines().forEach(line -> {}), "broker-output");
    reader.setDaemon(true);
    reader.start();
    return new Running(
        new Place("rocketmq://127.0.0.1:" + port, process.pid()),
        () -> {
          process.destroyForcibly().onExit().join();
          folder.close();
        });
  }

  /** Runs both: folder, port of the name server. */
  public static void main(String... args) throws Exception {
    // As its own start does; without it the broker does not tell the name server its topics.
    System.setProperty(
        RemotingCommand.REMOTING_VERSION_KEY, Integer.toString(MQVersion.CURRENT_VERSION));
    int port = Integer.parseInt(args[1]);
    NettyServerConfig listening = new NettyServerConfig();
    listening.setListenPort(port);
    NamesrvController names = new NamesrvController(new NamesrvConfig(), listening);
    names.initialize();
    names.start();
    BrokerController broker = broker(args[0], "127.0.0.1:" + port);
    broker.initialize();
    broker
        .getTopicConfigManager()
        .updateTopicConfig(new TopicConfig(JobSource.QUEUE, QUEUES, QUEUES));
    broker.start();
    long end = System.currentTimeMillis() + STARTING_MILLIS;
    while (names.getRouteInfoManager().pickupTopicRouteData(JobSource.QUEUE) == null) {
      if (System.currentTimeMillis() > end) {
        System.out.println("the name server does not know the topic");
        System.exit(1);
      }
      broker.registerBrokerAll(true, false, true);
      Thread.sleep(200);
    }
    System.out.println(READY);
  }

  private static BrokerController broker(String folder, String names) throws IOException {
    BrokerConfig config = new BrokerConfig();
    config.setNamesrvAddr(names);
    config.setBrokerIP1("127.0.0.1");
    config.setRecallMessageEnable(true);
    MessageStoreConfig store = new MessageStoreConfig();
    store.setStorePathRootDir(folder);
    store.setStorePathCommitLog(folder + "/commitlog");
    store.setMappedFileSizeCommitLog(COMMIT_LOG_BYTES);
    store.setMappedFileSizeTimerLog(COMMIT_LOG_BYTES);
    store.setTimerWheelEnable(true);
    store.setTimerPrecisionMs(100);
    store.setHaListenPort(ServerProcess.freeAddress().getPort());
    NettyServerConfig listening = new NettyServerConfig();
    listening.setListenPort(ServerProcess.freeAddress().getPort());
    return new BrokerController(config, listening, new NettyClientConfig(), store);
  }
}
