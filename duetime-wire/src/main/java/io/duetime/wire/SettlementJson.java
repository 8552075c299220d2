package io.duetime.wire;

import static io.duetime.wire.Values.MILLIS;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.SettleRequest;
import io.duetime.SettleRequest.Verb;
import io.duetime.engine.Settlement;
import java.time.Duration;
import java.util.List;

/** Writes settlements, and reads how to settle leases. */
public final class SettlementJson {
  private static final Members.Value<Long> EXTENSION =
      new Members.Value<>(
          MILLIS.writer(),
          (fields, name) -> extension(name, fields.need(name, Fields::duration)).toMillis());

  private SettlementJson() {}

  /** Writes one settlement. */
  public static JsonShape of(Settlement settlement) {
    Verb verb = settlement.request().verb();
    return Members.shape(
        settlement,
        m -> {
          m.show("lease", TEXT, one -> one.lease().encode());
          m.show("do", TEXT, one -> verb.name());
          members(verb, m.part(Settlement::request));
          return settlement;
        });
  }

  /** The names of the members that say how to settle with a verb. */
  public static List<String> names(Verb verb) {
    return Members.<SettleRequest>names(m -> members(verb, m));
  }

  /** Reads how to settle a lease in the way that {@code do} names. */
  public static SettleRequest read(Fields one) {
    Verb verb = one.oneOf("do", Verb.class);
    if (verb == null) {
      throw new InvalidRequestException("do", null, Fields.names(Verb.class));
    }
    return read(one, verb);
  }

  /** Reads how to settle leases with a verb. */
  public static SettleRequest read(Fields fields, Verb verb) {
    return members(verb, Members.reading(fields));
  }

  private static SettleRequest members(Verb verb, Members<SettleRequest> m) {
    return switch (verb) {
      case ACK -> ack(m.part(SettleRequest.Ack.class::cast));
      case RETRY -> retry(m.part(SettleRequest.Retry.class::cast));
      case BURY -> bury(m.part(SettleRequest.Bury.class::cast));
      case EXTEND -> extend(m.part(SettleRequest.Extend.class::cast));
      case RELEASE -> release(m.part(SettleRequest.Release.class::cast));
    };
  }

  private static SettleRequest ack(Members<SettleRequest.Ack> m) {
    String message = m.or("message", TEXT, "", SettleRequest.Ack::message);
    return message.isEmpty() ? SettleRequest.ack() : new SettleRequest.Ack(message);
  }

  private static SettleRequest retry(Members<SettleRequest.Retry> m) {
    Long delayMillis = m.optional("delay", MILLIS, SettleRequest.Retry::delayMillis);
    Long priority = m.optional("priority", WHOLE, SettleRequest.Retry::priority);
    boolean isEarly = m.isOn("early", SettleRequest.Retry::isEarly);
    boolean isUnconfirmed = m.isOn("unconfirmed", SettleRequest.Retry::isUnconfirmed);
    String reason = m.or("reason", TEXT, "", SettleRequest.Retry::reason);
    return new SettleRequest.Retry(delayMillis, priority, isEarly, isUnconfirmed, reason);
  }

  private static SettleRequest bury(Members<SettleRequest.Bury> m) {
    Long priority = m.optional("priority", WHOLE, SettleRequest.Bury::priority);
    boolean isUnconfirmed = m.isOn("unconfirmed", SettleRequest.Bury::isUnconfirmed);
    String reason = m.or("reason", TEXT, "", SettleRequest.Bury::reason);
    return new SettleRequest.Bury(priority, isUnconfirmed, reason);
  }

  private static SettleRequest extend(Members<SettleRequest.Extend> m) {
    return new SettleRequest.Extend(
        m.always(
            "extendBy",
            EXTENSION,
            Limits.DEFAULT_LEASE.toMillis(),
            SettleRequest.Extend::extendByMillis),
        m.optional("note", TEXT, SettleRequest.Extend::note));
  }

  private static Duration extension(String field, Duration by) {
    return Limits.within(field, by, Limits.MIN_LEASE, Limits.MAX_LEASE, "1 ms to 365 days");
  }

  private static SettleRequest release(Members<SettleRequest.Release> m) {
    Long delayMillis = m.optional("delay", MILLIS, SettleRequest.Release::delayMillis);
    String interruption = m.optional("interruption", TEXT, SettleRequest.Release::interruption);
    boolean isUnconfirmed = m.isOn("unconfirmed", SettleRequest.Release::isUnconfirmed);
    return new SettleRequest.Release(delayMillis, interruption, isUnconfirmed);
  }
}
