package io.duetime.wire;

import static io.duetime.wire.Values.MILLIS;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import java.time.Duration;
import java.util.function.Function;

/** Writes and reads settlements; what is read applies to any number of leases. */
public final class SettlementJson {
  private static final Members.Value<Long> EXTENSION =
      new Members.Value<>(
          MILLIS.writer(),
          (fields, name) -> extension(name, fields.need(name, Fields::duration)).toMillis());

  private SettlementJson() {}

  /** What is done with a lease, with the members that say how. */
  public enum Verb {
    /** Acknowledges. */
    ACK(Settlement.Ack.class, m -> ack(m.part(Settlement.Ack.class::cast))),
    /** Retries. */
    RETRY(Settlement.Retry.class, m -> retry(m.part(Settlement.Retry.class::cast))),
    /** Buries. */
    BURY(Settlement.Bury.class, m -> bury(m.part(Settlement.Bury.class::cast))),
    /** Extends. */
    EXTEND(Settlement.Extend.class, m -> extend(m.part(Settlement.Extend.class::cast))),
    /** Releases. */
    RELEASE(Settlement.Release.class, m -> release(m.part(Settlement.Release.class::cast)));

    private final Class<? extends Settlement> type;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final Function<Members<Settlement>, Function<LeaseToken, Settlement>> members;

    Verb(
        Class<? extends Settlement> type,
        Function<Members<Settlement>, Function<LeaseToken, Settlement>> members) {
      this.type = type;
      this.members = members;
    }

    private static Verb of(Settlement settlement) {
      for (Verb verb : values()) {
        if (verb.type.isInstance(settlement)) {
          return verb;
        }
      }
      throw new IllegalArgumentException(settlement.toString());
    }

    /** Reads how to settle a lease. */
    public Function<LeaseToken, Settlement> read(Fields fields) {
      return members.apply(Members.reading(fields));
    }
  }

  /** Writes one settlement. */
  public static JsonShape of(Settlement settlement) {
    return Members.shape(
        settlement,
        m -> {
          Verb verb = Verb.of(settlement);
          m.show("lease", TEXT, one -> one.lease().encode());
          m.show("do", TEXT, one -> verb.name());
          return verb.members.apply(m).apply(settlement.lease());
        });
  }

  /** Reads how to settle a lease in the way that {@code do} names. */
  public static Function<LeaseToken, Settlement> read(Fields one) {
    Verb verb = one.oneOf("do", Verb.class);
    if (verb == null) {
      throw new InvalidRequestException("do", null, "ACK, RETRY, BURY, EXTEND or RELEASE");
    }
    return verb.read(one);
  }

  private static Function<LeaseToken, Settlement> ack(Members<Settlement.Ack> m) {
    String message = m.or("message", TEXT, "", Settlement.Ack::message);
    return lease -> new Settlement.Ack(lease, message);
  }

  private static Function<LeaseToken, Settlement> retry(Members<Settlement.Retry> m) {
    Long delayMillis = m.optional("delay", MILLIS, Settlement.Retry::delayMillis);
    Long priority = m.optional("priority", WHOLE, Settlement.Retry::priority);
    boolean isEarly = m.isOn("early", Settlement.Retry::isEarly);
    boolean isUnconfirmed = m.isOn("unconfirmed", Settlement.Retry::isUnconfirmed);
    String reason = m.or("reason", TEXT, "", Settlement.Retry::reason);
    return lease ->
        new Settlement.Retry(lease, delayMillis, priority, isEarly, isUnconfirmed, reason);
  }

  private static Function<LeaseToken, Settlement> bury(Members<Settlement.Bury> m) {
    Long priority = m.optional("priority", WHOLE, Settlement.Bury::priority);
    boolean isUnconfirmed = m.isOn("unconfirmed", Settlement.Bury::isUnconfirmed);
    String reason = m.or("reason", TEXT, "", Settlement.Bury::reason);
    return lease -> new Settlement.Bury(lease, priority, isUnconfirmed, reason);
  }

  private static Function<LeaseToken, Settlement> extend(Members<Settlement.Extend> m) {
    long millis =
        m.always(
            "extendBy",
            EXTENSION,
            Limits.DEFAULT_LEASE.toMillis(),
            Settlement.Extend::extendByMillis);
    return lease -> new Settlement.Extend(lease, millis);
  }

  private static Duration extension(String field, Duration by) {
    return Limits.within(field, by, Limits.MIN_LEASE, Limits.MAX_LEASE, "1 ms to 365 days");
  }

  private static Function<LeaseToken, Settlement> release(Members<Settlement.Release> m) {
    Long delayMillis = m.optional("delay", MILLIS, Settlement.Release::delayMillis);
    String interruption = m.optional("interruption", TEXT, Settlement.Release::interruption);
    boolean isUnconfirmed = m.isOn("unconfirmed", Settlement.Release::isUnconfirmed);
    return lease -> new Settlement.Release(lease, delayMillis, interruption, isUnconfirmed);
  }
}
