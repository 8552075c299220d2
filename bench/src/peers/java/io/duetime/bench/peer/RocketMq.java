package io.duetime.bench.peer;

import io.duetime.bench.ServerProcess;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.peer.Keeper.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.namesrv.NamesrvConfig;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.store.config.MessageStoreConfig;

/** Timer messages of RocketMQ; its broker and name server run in a process of their own. */
final class RocketMq {
  private static final int BATCH = 32;
  private static final int COMMIT_LOG_BYTES = 64 << 20;
  private static final int QUEUES = 8;
  private static final long STARTING_MILLIS = 60_000;

  private RocketMq() {}

  static Peer open(Place place) throws MQClientException {
    DefaultMQProducer producer = new DefaultMQProducer("producers");
    producer.setNamesrvAddr(place.uri().substring("rocketmq://".length()));
    producer.start();
    // The broker gives handles for recalling, so the client has to remember them.
    Map<String, String> handles = new ConcurrentHashMap<>();
    return new JavaPeer(
            job -> {
              SendResult result = producer.send(message(job));
              if (result.getSendStatus() != SendStatus.SEND_OK) {
                throw new IllegalStateException("the broker has answered " + result);
              }
              if (result.getRecallHandle() != null) {
                handles.put(job.id(), result.getRecallHandle());
              }
            },
            (consumers, handler) -> consumer(place, consumers, handler).start())
        .cancel(job -> {
          String handle = handles.remove(job.id());
          return handle != null && producer.recallMessage(JobSource.QUEUE, handle) != null;
        });
  }

  private static Message message(Job job) {
    Message message = new Message(JobSource.QUEUE, job.bytes());
    if (job.delayMillis() > 0) {
      message.setDeliverTimeMs(job.dueMillis());
    }
    return message;
  }

  private static DefaultMQPushConsumer consumer(Place place, int consumers, Consumer<Job> handler)
      throws MQClientException {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("consumers");
    consumer.setNamesrvAddr(place.uri().substring("rocketmq://".length()));
    consumer.setConsumeThreadMin(consumers);
    consumer.setConsumeThreadMax(consumers);
    consumer.setPullBatchSize(BATCH);
    consumer.setConsumeMessageBatchMaxSize(BATCH);
    consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
    consumer.subscribe(JobSource.QUEUE, "*");
    consumer.registerMessageListener(
        (MessageListenerConcurrently)
            (messages, context) -> {
              messages.forEach(message -> handler.accept(Job.of(message.getBody())));
              return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
    return consumer;
  }

  /** Starts the process and waits until the broker is known to the name server. */
  static Running start(Path parent) throws IOException {
    Scratch folder = Scratch.in(parent);
    int port = ServerProcess.freeAddress().getPort();
    List<String> options = List.of("-Xmx1g", "-Duser.home=" + folder.path());
    String store = folder.path().resolve("store").toString();
    Process process =
        Programs.startReady(Programs.command(RocketMq.class, options, store, "" + port));
    return new Running(
        new Place("rocketmq://127.0.0.1:" + port, process.pid()),
        "",
        () -> {
          process.destroyForcibly().onExit().join();
          folder.close();
        });
  }

  /** Runs both servers: folder, port of the name server. */
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
        System.err.println("the name server does not know the topic");
        System.exit(1);
      }
      broker.registerBrokerAll(true, false, true);
      Thread.sleep(200);
    }
    Programs.tellReady();
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
