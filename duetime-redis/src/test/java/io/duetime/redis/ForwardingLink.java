package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Hands every call on to another link. A subclass changes single calls. */
abstract class ForwardingLink implements RedisLink {
  final RedisLink inner;

  ForwardingLink(RedisLink inner) {
    this.inner = inner;
  }

  @Override
  public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
    return inner.run(script, keys, arguments);
  }

  @Override
  public List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls) {
    return inner.runTogether(calls);
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    return inner.runDurably(script, keys, arguments, durability);
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    return inner.read(command, key, more);
  }

  @Override
  public List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more) {
    return inner.readTogether(command, keys, more);
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    return inner.ask(node, command, arguments);
  }

  @Override
  public List<Node> nodes() {
    return inner.nodes();
  }

  @Override
  public Node nodeOf(byte[] key) {
    return inner.nodeOf(key);
  }

  @Override
  public boolean failsOverAlone(byte[] key) {
    return inner.failsOverAlone(key);
  }

  @Override
  public Subscription subscribe(byte[] channel, ChannelListener listener) {
    return inner.subscribe(channel, listener);
  }

  @Override
  public Subscription subscribe(Node node, byte[] channel, ChannelListener listener) {
    return inner.subscribe(node, channel, listener);
  }

  @Override
  public void renewChannels(Node node) {
    inner.renewChannels(node);
  }

  @Override
  public Subscription onRestored(Runnable listener) {
    return inner.onRestored(listener);
  }

  @Override
  public void close() {
    inner.close();
  }
}
