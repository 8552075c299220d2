package io.duetime.embedded.internal.record;

import io.duetime.OnConflict;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.time.Duration;

/** Writes whole requests: templates of recurring jobs and copies that are still to be made. */
final class SpecCodec {
  private static final int DUE_AT = 0;
  private static final int DUE_AFTER = 1;

  private SpecCodec() {}

  static void write(ByteWriter to, JobSpec spec) {
    to.text(spec.id());
    BodyCodec.write(to, spec.body());
    writeDue(to, spec.due());
    to.signed(spec.priority() == null ? -1 : spec.priority());
    TermsCodec.writeTags(to, spec.tags());
    to.u8(spec.retry() == null ? 0 : 1);
    if (spec.retry() != null) {
      TermsCodec.writeRetry(to, spec.retry());
    }
    TermsCodec.writeExpiry(to, spec.expiry());
    writeRule(to, spec.onConflict());
    to.u64(spec.nonce());
    to.signed(spec.retention() == null ? -1 : spec.retention().toMillis());
    to.u8(spec.mayHaveArrived() ? 1 : 0);
  }

  static JobSpec read(ByteReader from) {
    String id = from.text();
    JobBody body = BodyCodec.read(from);
    JobSpec.Builder spec = JobSpec.builder(id, body, readDue(from));
    long priority = from.signed();
    if (priority >= 0) {
      spec.priority(priority);
    }
    spec.tags(TermsCodec.readTags(from));
    if (from.u8() != 0) {
      spec.retry(TermsCodec.readRetry(from));
    }
    spec.expiry(TermsCodec.readExpiry(from));
    spec.onConflict(readRule(from)).nonce(from.u64());
    long retention = from.signed();
    if (retention >= 0) {
      spec.retention(Duration.ofMillis(retention));
    }
    return spec.mayHaveArrived(from.u8() != 0).build();
  }

  private static void writeDue(ByteWriter to, DueTime due) {
    if (due instanceof DueTime.At at) {
      to.u8(DUE_AT);
      to.varint(at.epochMillis());
    } else if (due instanceof DueTime.After after) {
      to.u8(DUE_AFTER);
      to.varint(after.delayMillis());
    }
  }

  private static DueTime readDue(ByteReader from) {
    int kind = from.u8();
    return switch (kind) {
      case DUE_AT -> DueTime.at(from.varint());
      case DUE_AFTER -> DueTime.after(from.varint());
      default -> throw new UnreadableRecordException("no due time of kind " + kind);
    };
  }

  private static void writeRule(ByteWriter to, OnConflict rule) {
    to.u8(Numbered.RULES.of(rule.rule()));
    Duration maxWait = rule.maxWait();
    to.varint(maxWait == null ? 0 : maxWait.toMillis());
  }

  private static OnConflict readRule(ByteReader from) {
    OnConflict.Rule rule = Numbered.RULES.value(from.u8());
    long maxWait = from.varint();
    return new OnConflict(rule, maxWait == 0 ? null : Duration.ofMillis(maxWait));
  }
}
