package io.duetime.redis.internal.link;

import io.duetime.Durability;
import io.duetime.redis.internal.script.Script;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Calls the servers of a store. Thread safe.
 *
 * <p>Replies are byte arrays, {@link Long}, {@link Double}, null, and lists of these, nested.
 * Stages complete with a {@link io.duetime.DuetimeException}: retryable when nothing was done,
 * outcome unknown otherwise; or with a {@link ScriptErrorException} when a script answers an error.
 * A call is sent again while the store refuses it for a passing reason (loading, failover, moving
 * slots, reconnecting), for as long as the settings allow. Completions run on the driver's threads
 * and must not block.
 */
public interface RedisLink extends AutoCloseable {
  /**
   * Runs a script on the node of its keys.
   *
   * @param keys at least one, all in one slot
   */
  CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments);

  /**
   * Runs scripts, each as {@link #run} does, in one batch per node. Answers in the order of the
   * calls.
   */
  List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls);

  /**
   * As {@link #run}, on a separate connection; also answers how durable the writes have become. A
   * durability that is not reached in time, or not known, is part of the answer and no error.
   */
  CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability);

  /**
   * Reads with a plain command on the node of a key. The command must change nothing: it is sent
   * again when its answer is lost.
   *
   * @param command such as {@code ZRANGEBYLEX}
   * @param key its first argument
   * @param more the arguments behind it
   */
  CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more);

  /** Asks one node, with a command that changes nothing and names no key, such as INFO or TIME. */
  CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments);

  /** The nodes that accept writes, as far as known; one if the store is no cluster. */
  List<Node> nodes();

  /** The node that has a key, as far as known. */
  Node nodeOf(byte[] key);

  /**
   * Whether the node that has a key may be replaced by a replica that lacks its last writes, while
   * other nodes keep later writes, as far as known. Where all keys are on one server, the server
   * that replaces it lacks all writes after some moment, or none.
   */
  boolean failsOverAlone(byte[] key);

  /**
   * Reads, as {@link #read} does, with one command for each key, in one batch per node. Answers in
   * the order of the keys.
   */
  List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more);

  /**
   * Subscribes to a channel at a node, for one listener at a time. Messages arrive in the order in
   * which they were published there, and may be lost at any time; the listener is told when a
   * connection came back.
   */
  Subscription subscribe(Node node, byte[] channel, ChannelListener listener);

  /**
   * Subscribes to the channels of a node over a new connection, because the old one seems to
   * receive nothing. The listeners are told when the new one is subscribed.
   */
  void renewChannels(Node node);

  /**
   * Calls a listener after every reconnection and every change of the nodes, until the subscription
   * is closed: what was learnt before may be stale.
   */
  Subscription onRestored(Runnable listener);

  /** Closes all connections; open calls fail. May be called twice. */
  @Override
  void close();

  /** Receives messages, on the driver's threads: must not block. */
  interface ChannelListener {
    void message(byte[] payload);

    /** Messages are received from now on; earlier messages may have been missed. */
    void subscribed();
  }

  /** Ends a subscription; may be called twice. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * One call of a script.
   *
   * @param keys at least one, all in one slot
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ScriptCall(Script script, byte[][] keys, byte[][] arguments) {
    /** Checks that there is a key. */
    public ScriptCall {
      if (keys.length == 0) {
        throw new IllegalArgumentException("script " + script.name() + " is called without a key");
      }
    }
  }

  /**
   * What a script answered, and how durable its writes are.
   *
   * @param reply as of any other call
   * @param reached the durability that the store has confirmed
   */
  record DurableReply(@Nullable Object reply, Durability.Reached reached) {}

  /**
   * A server that takes writes.
   *
   * @param id its name in the cluster
   * @param place where it is, for messages
   */
  public record Node(String id, String place) {
    @Override
    public String toString() {
      return place;
    }
  }

  /** An error that one of the scripts has answered: a code that begins with DT, and a message. */
  public static final class ScriptErrorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String error;

    /** Keeps the code and the message. */
    public ScriptErrorException(String code, String message) {
      super(message);
      this.error = code;
    }

    /** The code, such as {@code DTABSENT}. */
    public String code() {
      return error;
    }
  }

  /**
   * Settings of a link.
   *
   * @param timeout how long one sending waits for its answer
   * @param connectTimeout how long connecting may take
   * @param patience for how long a call is sent again while the store says that it did nothing
   * @param topologyRefresh how often a cluster is asked for its nodes, also after every sign of a
   *     change
   * @param alwaysFsynced whether the store is declared to fsync before it answers
   * @param clientName the name that the store shows for the connections
   */
  public record LinkSettings(
      Duration timeout,
      Duration connectTimeout,
      Duration patience,
      Duration topologyRefresh,
      boolean alwaysFsynced,
      String clientName) {
    /** The defaults. */
    public static final LinkSettings DEFAULT =
        new LinkSettings(
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            false,
            "duetime");
  }
}
