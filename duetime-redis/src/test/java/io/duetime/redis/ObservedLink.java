package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts what goes over a link, and can be deaf to what is published. */
final class ObservedLink extends ForwardingLink {
  private final AtomicInteger trips = new AtomicInteger();
  private final Map<String, Integer> runs = new ConcurrentHashMap<>();
  private volatile boolean deaf;

  ObservedLink(RedisLink inner) {
    super(inner);
  }

  /** How often something was sent; what was sent together counts once. */
  int trips() {
    return trips.get();
  }

  /** How often one of some scripts was run, or a command that reads. */
  int calls(String... names) {
    return Stream.of(names).mapToInt(name -> runs.getOrDefault(name, 0)).sum();
  }

  /** Messages are lost from now on, or no longer. */
  void deaf(boolean isDeaf) {
    deaf = isDeaf;
  }

  @Override
  public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
    trips.incrementAndGet();
    runs.merge(script.name(), 1, Integer::sum);
    return inner.run(script, keys, arguments);
  }

  @Override
  public List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls) {
    trips.incrementAndGet();
    return inner.runTogether(calls);
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    trips.incrementAndGet();
    return inner.runDurably(script, keys, arguments, durability);
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    trips.incrementAndGet();
    runs.merge(command, 1, Integer::sum);
    return inner.read(command, key, more);
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    trips.incrementAndGet();
    return inner.ask(node, command, arguments);
  }

  @Override
  public Subscription subscribe(byte[] channel, ChannelListener listener) {
    return inner.subscribe(
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
}
