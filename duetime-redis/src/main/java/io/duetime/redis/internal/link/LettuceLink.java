package io.duetime.redis.internal.link;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.PatientCall.CallContext;
import io.duetime.redis.internal.link.PatientCall.Gate;
import io.duetime.redis.internal.link.PatientCall.ScriptRequest;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.SentCommand.CommandBatch;
import io.duetime.redis.internal.link.SentCommand.Keyword;
import io.duetime.redis.internal.link.Topology.ClusterTopology;
import io.duetime.redis.internal.link.Topology.ServerTopology;
import io.duetime.redis.internal.script.Script;
import io.duetime.time.Deadlines;
import io.duetime.time.SystemTime;
import io.duetime.time.Threads;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements the link with Lettuce: one connection for all calls, one for the channels of each
 * node, one for durable writes.
 */
public final class LettuceLink implements RedisLink {
  private static final String GIVEN = "the given client's store";

  /** For how long a replaced connection stays open for its last answers. */
  static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(LettuceLink.class);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final int MOST_ATTEMPTS = 5;

  private final Topology topology;
  private final SystemTime time = new SystemTime();
  private final ExecutorService connectors = Threads.elastic("duetime-redis-connector");
  private final Gate gate = new Gate();
  private final RenewableConnection<StatefulConnection<byte[], byte[]>> line;
  private final Channels channels;
  private final DurableWriters durableLines;
  private final CallContext context;

  private LettuceLink(Topology topology, LinkSettings settings) {
    this.topology = topology;
    this.line =
        new RenewableConnection<>(topology::connect, connectors, time, LAST_ANSWERS, () -> {});
    this.channels = new Channels(topology, connectors, time);
    this.durableLines = new DurableWriters(topology, settings, connectors, time);
    this.context =
        new CallContext(
            time,
            new Deadlines(time),
            settings.timeout(),
            settings.patience(),
            gate,
            () -> suspect(line::renew));
    connect();
  }

  /**
   * Connects, again if the driver does not know why an attempt failed: when the server refuses the
   * login, the driver closes the connection, and sometimes reports only that.
   */
  private void connect() {
    for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        line.open();
        return;
      } catch (RedisConnectionException failure) {
        if (!Failures.isClosedWithoutReason(failure)) {
          throw failure;
        }
      }
    }
    line.open();
  }

  /**
   * Opens a link with a client of its own.
   *
   * @throws io.duetime.RetryableException when no server answers
   * @throws io.duetime.StoreFailureException when the store refuses the user
   */
  public static RedisLink open(Address address, LinkSettings settings) {
    return open(address.toString(), new Clients(address, settings).topology(), settings);
  }

  /** Opens a link with a client of the user, which stays open when the link is closed. */
  public static RedisLink on(RedisClient client, LinkSettings settings) {
    return open(GIVEN, new ServerTopology(client, GIVEN, () -> {}), settings);
  }

  /** Opens a link with a client of the user, which stays open when the link is closed. */
  public static RedisLink on(RedisClusterClient client, LinkSettings settings) {
    return open(GIVEN, new ClusterTopology(client, () -> {}), settings);
  }

  /** Connects; ends the topology when that fails. */
  private static RedisLink open(String place, Topology topology, LinkSettings settings) {
    try {
      return new LettuceLink(topology, settings);
    } catch (RuntimeException failure) {
      topology.close();
      throw failure instanceof DuetimeException ? failure : Failures.opening(place, failure);
    }
  }

  private void suspect(Runnable renew) {
    topology.refresh();
    renew.run();
  }

  @Override
  public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
    return new ScriptRequest(new ScriptCall(script, keys, arguments)).send(context, this::dispatch);
  }

  @Override
  public List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls) {
    return sendTogether(calls, (call, way) -> new ScriptRequest(call).send(context, way));
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    if (!durability.fsynced() && durability.replicas() == 0) {
      return run(script, keys, arguments)
          .thenApply(reply -> new DurableReply(reply, Durability.Reached.NOTHING));
    }
    return durableLines.run(context, new ScriptCall(script, keys, arguments), durability);
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    Keyword keyword = new Keyword(command);
    String operation = command + " " + new String(key, StandardCharsets.UTF_8);
    return read(operation, () -> SentCommand.ofKey(keyword, key, more), this::dispatch);
  }

  @Override
  public List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more) {
    Keyword keyword = new Keyword(command);
    return sendTogether(
        keys, (key, way) -> read(command, () -> SentCommand.ofKey(keyword, key, more), way));
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    Keyword keyword = new Keyword(command);
    return read(
        "the command " + command,
        () -> SentCommand.of(keyword, arguments),
        sending -> dispatchTo(node, sending));
  }

  private CompletionStage<@Nullable Object> read(
      String operation, PatientCall.Request request, Consumer<SentCommand> way) {
    return PatientCall.make(context, operation, true, request, way);
  }

  private <T> List<CompletionStage<@Nullable Object>> sendTogether(
      List<T> calls, BiFunction<T, Consumer<SentCommand>, CompletionStage<@Nullable Object>> send) {
    CommandBatch batch = new CommandBatch(line::connection);
    List<CompletionStage<@Nullable Object>> answers = new ArrayList<>(calls.size());
    calls.forEach(call -> answers.add(send.apply(call, batch::add)));
    batch.send();
    return answers;
  }

  private void dispatch(SentCommand sending) {
    line.connection().dispatch(sending);
  }

  private void dispatchTo(Node node, SentCommand sending) {
    Stages.onCompletion(
        topology.part(line.connection(), node).thenAccept(part -> part.dispatch(sending)),
        (sent, failure) -> {
          if (failure != null) {
            sending.completeExceptionally(failure);
          }
        });
  }

  @Override
  public List<Node> nodes() {
    return topology.nodes();
  }

  @Override
  public Node nodeOf(byte[] key) {
    return topology.nodeOf(key);
  }

  @Override
  public boolean failsOverAlone(byte[] key) {
    return topology.failsOverAlone(key);
  }

  @Override
  public Subscription subscribe(Node node, byte[] channel, ChannelListener listener) {
    return channels.subscribe(node, channel, listener);
  }

  @Override
  public void renewChannels(Node node) {
    suspect(() -> channels.renew(node));
  }

  @Override
  public Subscription onRestored(Runnable listener) {
    return topology.onRestored(listener);
  }

  @Override
  public void close() {
    if (gate.close()) {
      awaitEnd(
          CompletableFuture.allOf(
              channels.closeAsync(), durableLines.closeAsync(), line.closeAsync()));
      topology.close();
      connectors.shutdown();
      time.close();
    }
  }

  private static void awaitEnd(CompletableFuture<Void> connections) {
    try {
      connections.get(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException notClosed) {
      LOG.debug("A connection is left to the driver to close", notClosed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
