package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;

/**
 * What a claim brings to a shard of the limits that the shards of a queue share.
 *
 * @param number that of the grant; 0 when the shard has no more places than before
 * @param places how many jobs of the shard may run at once from now on
 * @param tokens how many jobs the claim may take
 * @param draw the number under which the tokens were drawn
 * @param validUntil the tokens may be used before this moment
 * @param noneUntil before this moment nothing more is granted; {@link #NOT_ASKED} has none
 */
record Permits(long number, long places, long tokens, long draw, long validUntil, long noneUntil) {
  /** Of a claim that has not asked the home shard. */
  static final Permits NOT_ASKED = new Permits(0, 0, 0, 0, 0, -1);

  private static final long SCRIPTS_NEVER = (1L << 53) - 1;

  /** None, and when to ask again. */
  static Permits none(long until) {
    return new Permits(0, 0, 0, 0, 0, until);
  }

  /** The last of the arguments of a claim. */
  void addTo(Arguments arguments) {
    arguments
        .add(number)
        .add(places)
        .add(tokens)
        .add(validUntil)
        .add(noneUntil == ClaimResult.NEVER ? SCRIPTS_NEVER : noneUntil);
  }

  /**
   * What a claim from a shard found itself short of.
   *
   * @param now the clock of its node when it said so
   * @param wanted for how many jobs; nothing else is known when there are none
   * @param heard the last grant that the shard has heard of
   * @param places how many of its jobs may run at once
   * @param running how many do
   * @param changes how often the settings have been changed as far as it knows
   * @param nextEnd when the next of its leases ends
   */
  record Need(
      ShardId shard,
      long now,
      int wanted,
      long heard,
      long places,
      long running,
      long changes,
      long nextEnd) {
    static Need none(ShardId shard) {
      return new Need(shard, 0, 0, 0, 0, 0, 0, ClaimResult.NEVER);
    }

    static Need read(ShardId shard, long now, Reply reply) {
      Reply need = reply.part();
      int wanted = (int) need.number();
      return wanted == 0
          ? none(shard)
          : new Need(
              shard,
              now,
              wanted,
              need.number(),
              need.number(),
              need.number(),
              need.number(),
              need.moment());
    }

    /** What the clock of its node shows when that of another one shows a moment. */
    long here(long moment, long nowThere) {
      return moment == ClaimResult.NEVER ? moment : now + (moment - nowThere);
    }

    long spare() {
      return Math.max(0, places - running);
    }

    Report report() {
      return new Report(shard, heard, Math.max(places, running), changes, nextEnd);
    }
  }

  /**
   * What a shard says of its places.
   *
   * @param held how many it has at most; {@link #UNCERTAIN} while a grant is on its way to it
   */
  record Report(ShardId shard, long heard, long held, long changes, long nextEnd) {
    static final long UNCERTAIN = -1;

    static Report read(ShardId shard, Reply reply) {
      return new Report(shard, reply.number(), reply.number(), reply.number(), reply.moment());
    }

    boolean isCertain() {
      return held != UNCERTAIN;
    }
  }
}
