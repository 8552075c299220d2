package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what goes over a link, and can be deaf to what is published. */
final class ObservedLink implements RedisLink {
  private final RedisLink link;
  private final AtomicInteger trips = new AtomicInteger();
  private volatile boolean deaf;

  ObservedLink(RedisLink link) {
    this.link = link;
  }

  /** How often something was sent; what was sent together counts once. */
  int trips() {
    return trips.get();
  }

  /** Messages are lost from now on, or no longer. */
  void deaf(boolean isDeaf) {
    deaf = isDeaf;
  }

  @Override
  public CompletionStage<Object> run(Script script, byte[][] keys, byte[][] arguments) {
    trips.incrementAndGet();
    return link.run(script, keys, arguments);
  }

  @Override
  public List<CompletionStage<Object>> runTogether(List<ScriptCall> calls) {
    trips.incrementAndGet();
    return link.runTogether(calls);
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    trips.incrementAndGet();
    return link.runDurably(script, keys, arguments, durability);
  }

  @Override
  public CompletionStage<Object> read(String command, byte[] key, byte[]... more) {
    trips.incrementAndGet();
    return link.read(command, key, more);
  }

  @Override
  public CompletionStage<Object> ask(Node node, String command, byte[]... arguments) {
    trips.incrementAndGet();
    return link.ask(node, command, arguments);
  }

  @Override
  public List<Node> nodes() {
    return link.nodes();
  }

  @Override
  public Node nodeOf(byte[] key) {
    return link.nodeOf(key);
  }

  @Override
  public Subscription subscribe(byte[] channel, ChannelListener listener) {
    return link.subscribe(
        channel,
        new ChannelListener() {
          @Override
          public void message(byte[] payload) {
            if (!deaf) {
              listener.message(payload);
            }
          }

          @Override
          public void subscribed() {
            listener.subscribed();
          }
        });
  }

  @Override
  public Subscription onRestored(Runnable listener) {
    return link.onRestored(listener);
  }

  @Override
  public void close() {
    link.close();
  }
}
