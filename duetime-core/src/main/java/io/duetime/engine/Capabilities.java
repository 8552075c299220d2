package io.duetime.engine;

import io.duetime.Durability;

/**
 * What an engine offers in addition to the contract; the contract suite checks it.
 *
 * @param name such as {@code memory}, {@code embedded}, {@code redis}
 * @param durable whether jobs survive the end of the process
 * @param sharded whether a queue may have more than one shard
 * @param shared whether several processes may use the store at once
 * @param served whether the store is that of a server, which runs its maintenance and keeps its
 *     documents and audit log for itself: these calls fail as {@link
 *     io.duetime.ErrorCode#UNSUPPORTED}
 * @param defaultDurability the durability of calls that ask for none
 * @param maxPayloadBytes the largest payload that is taken
 */
public record Capabilities(
    String name,
    boolean durable,
    boolean sharded,
    boolean shared,
    boolean served,
    Durability defaultDurability,
    int maxPayloadBytes) {
  /** Capabilities without a limit of payloads, which the check of calls sets. */
  public Capabilities(
      String name,
      boolean durable,
      boolean sharded,
      boolean shared,
      boolean served,
      Durability defaultDurability) {
    this(name, durable, sharded, shared, served, defaultDurability, Integer.MAX_VALUE);
  }

  /** The same with a limit of payloads, unless there is a stricter one. */
  public Capabilities withMaxPayload(int bytes) {
    int stricter = Math.min(bytes, maxPayloadBytes);
    return new Capabilities(name, durable, sharded, shared, served, defaultDurability, stricter);
  }
}
