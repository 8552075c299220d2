package io.duetime.redis.internal.link;

import io.duetime.Durability;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The way to a store. Thread safe.
 *
 * <p>Replies are byte arrays, {@link Long}, {@link Double}, null, and lists of these, nested.
 * Stages complete with a {@link io.duetime.DuetimeException}: retryable when nothing was done,
 * outcome unknown when that cannot be told; or with a {@link ScriptErrorException} when a script
 * says so itself. While a store did nothing and may come to rest (it is loading, failing over, its
 * slots move, the connection is coming back) calls are sent again for as long as the settings say.
 * Completions run on the driver's threads and must not block.
 */
public interface RedisLink extends AutoCloseable {
  /**
   * Runs a script where its keys are.
   *
   * @param keys at least one, all in one slot
   */
  CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments);

  /**
   * Runs scripts, each as {@link #run} does; those for the same node travel in one piece. Answers
   * in the order of the calls.
   */
  List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls);

  /**
   * As {@link #run}, on a connection apart, and answers how durable what it wrote has become. What
   * was not reached in time, or cannot be told, is said in the answer and is no error.
   */
  CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability);

  /**
   * Reads with a plain command where a key is. It must change nothing: when its answer is lost it
   * is sent again.
   *
   * @param command such as {@code ZRANGEBYLEX}
   * @param key its first argument
   * @param more the arguments behind it
   */
  CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more);

  /** Asks one node, with a command that changes nothing and names no key, such as INFO or TIME. */
  CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments);

  /** The nodes that take writes, as far as is known now; one when the store is no cluster. */
  List<Node> nodes();

  /** The node that has a key, as far as is known now. */
  Node nodeOf(byte[] key);

  /**
   * Whether the node that has a key may be replaced by a replica that lacks its last writes, while
   * other nodes keep what they were told after those, as far as is known now. Where all keys are on one server, the server that replaces it lacks all writes after some moment, or none.
   */
  boolean failsOverAlone(byte[] key);

  /**
   * Reads, as {@link #read} does, with one command for each of many keys; those on the same node
   * travel in one piece. Answers in the order of the keys.
   */
  List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more);

  /**
   * Hears what is published on a channel at the node that has the slot of its name. Messages may be
   * lost at any time; when a connection was lost and came back, or the slot has moved, the listener
   * is told.
   */
  Subscription subscribe(byte[] channel, ChannelListener listener);

  /** As {@link #subscribe(byte[], ChannelListener)}, at one node wherever slots are. */
  Subscription subscribe(Node node, byte[] channel, ChannelListener listener);

  /**
   * Hears the channels of a node over a new connection, since the old one seems to hear nothing.
   * The listeners are told when it hears them.
   */
  void renewChannels(Node node);

  /**
   * Tells of every connection that was lost and came back, and of every change of the nodes, until
   * the subscription is closed: whatever was learnt by then may be stale.
   */
  Subscription onRestored(Runnable listener);

  /** Ends everything; what is under way fails. May be called twice. */
  @Override
  void close();

  /** Hears messages, on the driver's threads: must not block. */
  interface ChannelListener {
    /** One message. */
    void message(byte[] payload);

    /** From now on messages come, the first time or again: earlier ones may have been missed. */
    void subscribed();
  }

  /** Ends a listening; may be called twice. */
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * One call of a script.
   *
   * @param keys at least one, all in one slot
   */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
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
   * @param reached as far as the store could tell
   */
  record DurableReply(@Nullable Object reply, Durability.Reached reached) {}
}
