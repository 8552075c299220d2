package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts what goes over a link, and can be deaf to what is published. */
final class ObservedLink extends ForwardingLink {
  private final AtomicInteger trips = new AtomicInteger();
  private final Map<String, Integer> runs = new ConcurrentHashMap<>();
  private static final CompletableFuture<Boolean> NOW = CompletableFuture.completedFuture(true);

  private final Map<String, Integer> answers = new ConcurrentHashMap<>();
  private final AtomicInteger beats = new AtomicInteger();
  private final Map<String, CompletableFuture<Boolean>> beatsHeard = new ConcurrentHashMap<>();
  private final AtomicInteger renewals = new AtomicInteger();
  private volatile boolean deaf;
  private volatile boolean deafToBeats;
  private volatile boolean losesBeats;
  private volatile boolean hearsBeats;

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

  /** How many heartbeats the server has answered. */
  int answeredBeats() {
    return beats.get();
  }

  /** The answer to a beat waits until the beat is heard: a test's time does not wait for it. */
  private CompletableFuture<Boolean> heard(byte[] beat) {
    return beatsHeard.computeIfAbsent(
        new String(beat, StandardCharsets.US_ASCII), number -> new CompletableFuture<>());
  }

  /** From now on beats may be answered and not be heard. */
  void losesBeats() {
    losesBeats = true;
  }

  /** Whether the channel of the heartbeats is heard. */
  boolean hearsBeats() {
    return hearsBeats;
  }

  /** How many answers to a command for many keys have come. */
  int answered(String command) {
    return answers.getOrDefault(command, 0);
  }

  /**
   * How often the channels were heard over a new connection because they seemed to hear nothing.
   */
  int renewals() {
    return renewals.get();
  }

  /** Heartbeats are lost from now on. */
  void deafToBeats() {
    losesBeats();
    deafToBeats = true;
  }

  /** Messages of shards are lost from now on, or no longer. */
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
    calls.forEach(call -> runs.merge(call.script().name(), 1, Integer::sum));
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
  public List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more) {
    trips.incrementAndGet();
    runs.merge(command, keys.size(), Integer::sum);
    List<CompletionStage<@Nullable Object>> all = inner.readTogether(command, keys, more);
    return all.stream()
        .map(answer ->
            answer.whenComplete((value, failure) -> answers.merge(command, 1, Integer::sum)))
        .toList();
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    trips.incrementAndGet();
    runs.merge(command, 1, Integer::sum);
    CompletableFuture<@Nullable Object> told = new CompletableFuture<>();
    CompletableFuture<Boolean> heard =
        command.equals("PUBLISH") && !losesBeats ? heard(arguments[1]) : NOW;
    CompletionStage<@Nullable Object> unused =
        inner
            .ask(node, command, arguments)
            .thenCompose(answer -> heard.thenApply(now -> answer))
            .whenComplete((answer, failure) -> {
              if (failure != null) {
                told.completeExceptionally(failure);
              } else {
                told.complete(answer);
              }
              // Counted once the caller has heard it.
              if (command.equals("PUBLISH")) {
                beats.incrementAndGet();
              }
            });
    return told;
  }

  @Override
  public Subscription subscribe(byte[] channel, ChannelListener listener) {
    return inner.subscribe(channel, unless(() -> deaf, listener));
  }

  @Override
  public Subscription subscribe(Node node, byte[] channel, ChannelListener listener) {
    return inner.subscribe(node, channel, unless(() -> deafToBeats, counting(listener)));
  }

  @Override
  public void renewChannels(Node node) {
    renewals.incrementAndGet();
    inner.renewChannels(node);
  }

  private ChannelListener counting(ChannelListener listener) {
    return new ChannelListener() {
      @Override
      public void message(byte[] payload) {
        listener.message(payload);
        heard(payload).complete(true);
      }

      @Override
      public void subscribed() {
        listener.subscribed();
        hearsBeats = true;
      }
    };
  }

  private static ChannelListener unless(BooleanSupplier isDeaf, ChannelListener listener) {
    return new ChannelListener() {
      @Override
      public void message(byte[] payload) {
        if (!isDeaf.getAsBoolean()) {
          listener.message(payload);
        }
      }

      @Override
      public void subscribed() {
        listener.subscribed();
      }
    };
  }
}
