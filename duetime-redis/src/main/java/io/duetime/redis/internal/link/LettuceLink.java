package io.duetime.redis.internal.link;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.internal.time.Deadlines;
import io.duetime.internal.time.SystemTime;
import io.duetime.internal.time.Threads;
import io.duetime.redis.internal.link.PatientCall.Surroundings;
import io.duetime.redis.internal.script.Script;
import io.lettuce.core.api.StatefulConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The link by Lettuce: one connection for all calls, one for the channels of each node, one for
 * durable writes.
 */
final class LettuceLink implements RedisLink {
  private final Topology topology;
  private final SystemTime time = new SystemTime();
  private final ExecutorService connectors = Threads.elastic("duetime-redis-connector");
  private final Gate gate = new Gate();
  private final Line line;
  private final Channels channels;
  private final DurableLines durableLines;
  private final Surroundings around;
  private final List<Runnable> restoredListeners = new CopyOnWriteArrayList<>();

  private LettuceLink(Topology topology, LinkSettings settings) {
    this.topology = topology;
    this.line = new Line(topology::connect, connectors, time);
    this.channels = new Channels(topology, connectors, time);
    this.durableLines = new DurableLines(topology, settings, connectors, time);
    this.around =
        new Surroundings(
            time,
            new Deadlines(time),
            settings.timeout(),
            settings.patience(),
            gate,
            () -> suspect(line::renew));
    topology.onRestored(this::tellRestored);
  }

  /** Connects; ends the topology when that fails. */
  static RedisLink open(String place, Topology topology, LinkSettings settings) {
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
    return PatientCall.make(
        around,
        script.name(),
        script.reads(),
        new ScriptRequest(script, keys, arguments, this::dispatch));
  }

  @Override
  public List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls) {
    Together together = new Together(line::connection);
    List<CompletionStage<@Nullable Object>> answers = new ArrayList<>(calls.size());
    for (ScriptCall call : calls) {
      answers.add(
          PatientCall.make(
              around,
              call.script().name(),
              call.script().reads(),
              new ScriptRequest(call.script(), call.keys(), call.arguments(), together::add)));
    }
    together.leave();
    return answers;
  }

  private void dispatch(Sending sending) {
    line.connection().dispatch(sending);
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    if (!durability.fsynced() && durability.replicas() == 0) {
      return run(script, keys, arguments)
          .thenApply(reply -> new DurableReply(reply, Durability.Reached.NOTHING));
    }
    return durableLines.run(around, script, keys, arguments, durability);
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    return PatientCall.make(
        around,
        command + " " + new String(key, StandardCharsets.UTF_8),
        true,
        new CommandRequest(new Keyword(command), key, more, this::dispatch));
  }

  @Override
  public List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more) {
    Together together = new Together(line::connection);
    Keyword keyword = new Keyword(command);
    List<CompletionStage<@Nullable Object>> answers = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      answers.add(
          PatientCall.make(
              around, command, true, new CommandRequest(keyword, key, more, together::add)));
    }
    together.leave();
    return answers;
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    return PatientCall.make(
        around,
        command,
        true,
        new CommandRequest(
            new Keyword(command), null, arguments, sending -> dispatchTo(node, sending)));
  }

  private void dispatchTo(Node node, Sending sending) {
    topology
        .part(line.connection(), node)
        .whenComplete((part, failure) -> {
          if (failure != null) {
            sending.completeExceptionally(failure);
          } else {
            dispatch(part, sending);
          }
        });
  }

  private static void dispatch(StatefulConnection<byte[], byte[]> part, Sending sending) {
    try {
      part.dispatch(sending);
    } catch (RuntimeException failure) {
      sending.completeExceptionally(failure);
    }
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
  public Subscription subscribe(byte[] channel, ChannelListener listener) {
    return channels.subscribe(channel, listener);
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
    restoredListeners.add(listener);
    return () -> restoredListeners.remove(listener);
  }

  private void tellRestored() {
    channels.follow();
    restoredListeners.forEach(Runnable::run);
  }

  @Override
  public void close() {
    if (gate.close()) {
      channels.close();
      durableLines.close();
      line.close();
      topology.close();
      connectors.shutdown();
      time.close();
    }
  }
}
