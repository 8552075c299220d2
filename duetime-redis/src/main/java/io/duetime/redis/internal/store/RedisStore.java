package io.duetime.redis.internal.store;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.Scripts;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all components of an engine share: the link, the keys and shards of queues, and calls of
 * scripts by their names. Opens a missing shard for a call that needs it, and notes when replies
 * ask for maintenance. Thread safe.
 */
public final class RedisStore {
  private static final String ABSENT = "DTABSENT";
  private static final int PASSED_CALLS = 16;

  /** Shards of deleted queues would stay otherwise. */
  private static final int MOST_PASSED = 10_000;

  private final RedisLink link;
  private final Scripts scripts;
  private final StoreKeys keys;
  private final ShardMap shards;
  private final StoreTime time;
  private final MaintenanceNotes notes = new MaintenanceNotes(this);
  private final ShardOpener opener;
  private final ShardFailures failures;

  /** For how many more calls a script of a shard is passed over, whose other form had to run. */
  private final Map<String, Integer> passed = new ConcurrentHashMap<>();

  /**
   * Calls over a link.
   *
   * @param keys the names of the keys
   * @param shards where jobs are stored
   * @param time the store's clock
   */
  public RedisStore(
      RedisLink link, Scripts scripts, StoreKeys keys, ShardMap shards, StoreTime time) {
    this.link = link;
    this.scripts = scripts;
    this.keys = keys;
    this.shards = shards;
    this.time = time;
    this.failures = new ShardFailures(link);
    this.opener = new ShardOpener(this, failures);
  }

  public RedisLink link() {
    return link;
  }

  public StoreKeys keys() {
    return keys;
  }

  public ShardMap shards() {
    return shards;
  }

  public MaintenanceNotes notes() {
    return notes;
  }

  public ShardOpener opener() {
    return opener;
  }

  public Script script(String name) {
    return scripts.get(name);
  }

  /** The store's now, in whole milliseconds, rounded down. */
  public CompletionStage<Long> nowMillis() {
    return time.nowMillis();
  }

  public ShardKeys home(String queue) {
    return keys.shard(queue, ShardId.ONLY);
  }

  public ShardKeys shard(String queue, ShardId shard) {
    return keys.shard(queue, shard);
  }

  /** The known shards of a queue; a shard that was sealed since then tells it. */
  public CompletionStage<QueueShards> shardsOf(String queue) {
    return shards.of(queue);
  }

  /** The current shards of a queue, read from its home shard. */
  public CompletionStage<QueueShards> freshShards(String queue) {
    return shards.fresh(queue);
  }

  /**
   * Registers a queue with a durability, before its first shard is opened, and notes that it needs
   * maintenance at once; answers the fence that its fences must exceed.
   */
  public CompletionStage<Long> register(String queue, Durability durability) {
    // The list of queues may be on another node than the queue, so it needs the durability itself.
    Script register = script("register");
    return runDurably(register, keys.of(register), Arguments.of(queue), durability)
        .thenCompose(registered ->
            run("note_maintenance", Arguments.of(queue, 0))
                .thenApply(noted -> registered.number("fence")));
  }

  /** Calls for each current shard of a queue in turn, the home shard first. */
  public <T> CompletionStage<List<T>> onEach(
      String queue, Function<ShardKeys, CompletionStage<T>> call) {
    return freshShards(queue)
        .thenCompose(shards -> Stages.inTurn(shards.all(), one -> call.apply(shard(queue, one))));
  }

  /** The first names of queues, ascending. */
  public CompletionStage<List<String>> queues(long most) {
    return read("ZRANGE", keys.key("queues"), "0", Long.toString(most - 1))
        .thenApply(PlainReply::texts);
  }

  /** Reads with a plain command, as {@link RedisLink#read} does. */
  public CompletionStage<@Nullable Object> read(String command, byte[] key, String... more) {
    byte[][] arguments =
        Stream.of(more).map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    return link.read(command, key, arguments);
  }

  /**
   * Passes each field of a hash with its value, some of them perhaps twice, until one is refused;
   * answers whether none was.
   */
  public CompletionStage<Boolean> scan(byte[] hash, BiPredicate<String, byte[]> receiver) {
    return scan(hash, "0", receiver);
  }

  private CompletionStage<Boolean> scan(
      byte[] hash, String cursor, BiPredicate<String, byte[]> receiver) {
    return read("HSCAN", hash, cursor)
        .thenCompose(answer -> {
          List<?> step = PlainReply.list(answer);
          List<?> pairs = PlainReply.list(step.get(1));
          for (int i = 0; i < pairs.size(); i += 2) {
            if (!receiver.test(PlainReply.text(pairs.get(i)), (byte[]) pairs.get(i + 1))) {
              return Stages.done(false);
            }
          }
          String next = PlainReply.text(step.get(0));
          return next.equals("0") ? Stages.done(true) : scan(hash, next, receiver);
        });
  }

  /** Runs a script about the whole store. */
  public CompletionStage<ScriptReply> run(String script, Arguments arguments) {
    return run(script(script), keys.of(script(script)), arguments);
  }

  /** Runs a script on one shard, whether or not it is open. */
  public CompletionStage<ScriptReply> run(ShardKeys shard, String script, Arguments arguments) {
    return run(script(script), keys.of(shard, script(script)), arguments);
  }

  /** A call of a script on one shard, for {@link RedisLink#runTogether}. */
  public ScriptCall scriptCall(ShardKeys shard, String name, Arguments arguments) {
    Script script = script(name);
    return time.send(arguments, all -> new ScriptCall(script, keys.of(shard, script), all));
  }

  /** Runs a script on given keys. */
  public CompletionStage<ScriptReply> run(Script script, byte[][] all, Arguments arguments) {
    return time.send(arguments, complete -> link.run(script, all, complete))
        .thenApply(answer -> ScriptReply.of(script, answer, Durability.Reached.NOTHING));
  }

  /** Runs a script on given keys, made as durable as asked. */
  private CompletionStage<ScriptReply> runDurably(
      Script script, byte[][] all, Arguments arguments, Durability durability) {
    return time.send(arguments, complete -> link.runDurably(script, all, complete, durability))
        .thenApply(answer -> ScriptReply.of(script, answer.reply(), answer.reached()));
  }

  /** Runs a script on a live shard of a queue; opens the shard if it is missing. */
  public CompletionStage<ScriptReply> make(ShardKeys live, String script, Arguments arguments) {
    return makeIfLive(live, script, arguments).thenApply(Optional::orElseThrow);
  }

  /**
   * Runs a script on a shard; opens the shard if it is missing. Answers empty if the shard no
   * longer belongs to the queue, or not yet. A home shard always does.
   */
  public CompletionStage<Optional<ScriptReply>> makeIfLive(
      ShardKeys shard, String script, Arguments arguments) {
    return makeIfLive(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #makeIfLive(ShardKeys, String, Arguments)}, made as durable as asked. */
  public CompletionStage<Optional<ScriptReply>> makeIfLive(
      ShardKeys shard, String script, Arguments arguments, Durability durability) {
    return ifThere(shard, script, arguments, durability)
        .thenCompose(answer ->
            answer.isPresent()
                ? Stages.done(answer)
                : open(shard, script, durability)
                    .thenCompose(isOpen ->
                        isOpen
                            ? ifThere(shard, script, arguments, durability)
                            : Stages.done(answer))
                    .thenApply(second -> present(shard, second)));
  }

  private CompletionStage<Boolean> open(ShardKeys shard, String script, Durability durability) {
    return opener
        .open(shard, durability)
        .exceptionallyCompose(failure -> failures.tell(shard, whole(script), failure));
  }

  private static Optional<ScriptReply> present(ShardKeys shard, Optional<ScriptReply> answer) {
    if (answer.isEmpty() && shard.shard().epoch() == 0) {
      throw new RetryableException(
          ErrorCode.STORE_UNAVAILABLE,
          "queue " + shard.queue() + " is being deleted by another process");
    }
    return answer;
  }

  /** Runs a script on a shard; answers empty if the shard is missing. */
  public CompletionStage<Optional<ScriptReply>> ifThere(
      ShardKeys shard, String script, Arguments arguments) {
    return ifThere(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #ifThere(ShardKeys, String, Arguments)}, made as durable as asked. */
  public CompletionStage<Optional<ScriptReply>> ifThere(
      ShardKeys shard, String script, Arguments arguments, Durability durability) {
    return call(shard, script, arguments, durability)
        .thenApply(reply -> {
          notes.hear(shard.queue(), reply);
          return Optional.of(reply);
        })
        .exceptionallyCompose(failure ->
            isAbsent(failure)
                ? Stages.done(Optional.empty())
                : failures.tell(shard, whole(script), failure));
  }

  /** The script that runs in every case. */
  private Script whole(String name) {
    String otherwise = script(name).otherwise();
    return script(otherwise == null ? name : otherwise);
  }

  private CompletionStage<ScriptReply> call(
      ShardKeys shard, String name, Arguments arguments, Durability durability) {
    String otherwise = whole(name).name();
    String place = shard.begin() + name;
    // One that changes nothing would wait for its durability, too.
    if (otherwise.equals(name) || isDurable(durability)) {
      return send(shard, otherwise, arguments, durability);
    }
    if (passed.computeIfPresent(place, (any, left) -> left > 1 ? left - 1 : null) != null) {
      return send(shard, otherwise, arguments, durability);
    }
    return send(shard, name, arguments, durability)
        .thenCompose(reply -> {
          if (!reply.isEmpty()) {
            return Stages.done(reply);
          }
          if (passed.size() >= MOST_PASSED) {
            passed.clear();
          }
          passed.put(place, PASSED_CALLS);
          return send(shard, otherwise, arguments, durability);
        });
  }

  private CompletionStage<ScriptReply> send(
      ShardKeys shard, String name, Arguments arguments, Durability durability) {
    if (!isDurable(durability)) {
      return run(shard, name, arguments);
    }
    Script script = scripts.marked(name);
    return runDurably(script, keys.of(shard, script), arguments, durability);
  }

  private static boolean isDurable(Durability durability) {
    return durability.fsynced() || durability.replicas() > 0;
  }

  static boolean isAbsent(Throwable failure) {
    return Stages.cause(failure) instanceof ScriptErrorException error
        && error.code().equals(ABSENT);
  }

  /**
   * Translates the failure of a call on a shard, and names the queue. Finds the key that another
   * program has replaced by another type.
   */
  record ShardFailures(RedisLink link) {
    private static final String OTHER_VERSION = "DTVERSION";
    private static final String NO_KEY = "none";

    /** Fails with the translated failure. */
    <T> CompletionStage<T> tell(ShardKeys shard, Script script, Throwable failure) {
      Throwable cause = Stages.cause(failure);
      if (cause instanceof ScriptErrorException error) {
        return CompletableFuture.failedStage(said(shard, error));
      }
      if (!(cause instanceof StoreFailureException damaged)) {
        return CompletableFuture.failedStage(cause);
      }
      return (damaged.code() == ErrorCode.STORE_DAMAGED ? misused(shard, script) : Stages.done(""))
          .thenCompose(key -> {
            String what = key.isEmpty() ? String.valueOf(damaged.getMessage()) : key;
            return CompletableFuture.failedStage(
                new StoreFailureException(
                    damaged.code(), "queue " + shard.queue() + ": " + what, damaged));
          });
    }

    private static DuetimeException said(ShardKeys shard, ScriptErrorException error) {
      return error.code().equals(OTHER_VERSION)
          ? new StoreFailureException(
              ErrorCode.STORE_DAMAGED,
              "queue "
                  + shard.queue()
                  + " was written by another version of Duetime ("
                  + error.getMessage()
                  + "); write its jobs to a file with 'duetime export' of that version and read"
                  + " them into an empty store with 'duetime import' of this one")
          : new StoreFailureException(ErrorCode.INTERNAL, String.valueOf(error.getMessage()));
    }

    /** Describes the first key of a script that has another type; empty if there is none. */
    private CompletionStage<String> misused(ShardKeys shard, Script script) {
      return Stages.inTurn(script.keys(), name -> misuse(shard.key(name), ShardKeys.typeOf(name)))
          .thenApply(
              found -> found.stream().filter(misuse -> !misuse.isEmpty()).findFirst().orElse(""))
          .exceptionally(unknown -> "");
    }

    private CompletionStage<String> misuse(byte[] key, String expected) {
      return link.read("TYPE", key)
          .thenApply(answer -> misuse(key, expected, PlainReply.text(answer)));
    }

    private static String misuse(byte[] key, String expected, String found) {
      return found.equals(expected) || found.equals(NO_KEY)
          ? ""
          : "the key "
              + new String(key, StandardCharsets.UTF_8)
              + " is a "
              + found
              + " and not a "
              + expected
              + ": another program uses it; delete it, or use another prefix";
    }
  }
}
