package io.duetime.spring.outbox;

import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.JobRequest;
import io.duetime.OnConflict;
import io.duetime.RescheduleRequest;
import io.duetime.RetryPolicy;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.spring.transaction.DeferredCall.Target;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a call as the bytes of a row, and reads it back: {@code docs/formats/outbox.md}. */
final class CallFormat {
  private static final int VERSION = 1;
  private static final String SCHEDULE = "SCHEDULE";
  private static final String RESCHEDULE = "RESCHEDULE";
  private static final String CANCEL = "CANCEL";
  private static final Set<String> KINDS = Set.of(SCHEDULE, RESCHEDULE, CANCEL);

  private CallFormat() {}

  static byte[] write(DeferredCall call) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      if (call instanceof DeferredCall.Schedule schedule) {
        write(out, SCHEDULE, call.target());
        write(out, schedule.request());
      } else if (call instanceof DeferredCall.Reschedule reschedule) {
        write(out, RESCHEDULE, call.target());
        write(out, reschedule.request());
      } else {
        write(out, CANCEL, call.target());
        out.writeUTF(call.id());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a call.
   *
   * @param age how long ago it was stored; taken off its delay
   * @throws IllegalArgumentException if the bytes are not a call of this version
   */
  static DeferredCall read(byte[] bytes, Duration age) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IllegalArgumentException("a call of version " + version);
      }
      String kind = in.readUTF();
      if (!KINDS.contains(kind)) {
        throw new IllegalArgumentException("a call of kind " + kind);
      }
      Target target =
          new Target(
              in.readUTF(), option(in, CallFormat::durability), option(in, DataInput::readUTF));
      return switch (kind) {
        case SCHEDULE -> {
          JobRequest<byte[]> request = request(in, age);
          yield new DeferredCall.Schedule(target, request.id().orElseThrow(), request);
        }
        case RESCHEDULE -> new DeferredCall.Reschedule(target, reschedule(in, age));
        default -> new DeferredCall.Cancel(target, in.readUTF());
      };
    } catch (IOException damaged) {
      throw new IllegalArgumentException("not a call: " + damaged, damaged);
    }
  }

  private static void write(DataOutputStream out, String kind, Target target) throws IOException {
    out.writeUTF(kind);
    out.writeUTF(target.queue());
    writeOption(out, target.durability(), CallFormat::write);
    writeOption(out, target.contentType(), DataOutputStream::writeUTF);
  }

  private static void write(DataOutputStream out, JobRequest<byte[]> request) throws IOException {
    out.writeUTF(request.id().orElseThrow());
    out.writeInt(request.payload().length);
    out.write(request.payload());
    write(out, request.dueAt(), request.delay());
    out.writeLong(request.spread().toNanos());
    out.writeLong(request.priority().orElse(-1L));
    writeOption(
        out, request.retry().map(RetryPolicy::toString).orElse(null), DataOutputStream::writeUTF);
    write(out, request.expiry().orElse(null));
    write(out, request.onConflict());
    writeOption(out, request.durability().orElse(null), CallFormat::write);
    out.writeLong(request.retention().map(Duration::toNanos).orElse(-1L));
    out.writeLong(request.nonce().orElse(0));
    out.writeByte(request.headers().size());
    for (var header : request.headers().entrySet()) {
      out.writeUTF(header.getKey());
      out.writeUTF(header.getValue());
    }
    out.writeByte(request.tags().size());
    for (String tag : request.tags()) {
      out.writeUTF(tag);
    }
  }

  private static JobRequest<byte[]> request(DataInputStream in, Duration age) throws IOException {
    String id = in.readUTF();
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IllegalArgumentException("a call with a payload of " + length + " bytes");
    }
    byte[] payload = in.readNBytes(length);
    JobRequest.Builder<byte[]> request = JobRequest.builder(payload).id(id);
    if (in.readBoolean()) {
      request.dueAt(instant(in));
    } else {
      request.delay(remaining(in, age));
    }
    request.spread(Duration.ofNanos(in.readLong()));
    long priority = in.readLong();
    if (priority >= 0) {
      request.priority(priority);
    }
    String retry = option(in, DataInput::readUTF);
    if (retry != null) {
      request.retry(RetryPolicy.parse(retry));
    }
    readExpiry(in, request);
    request.onConflict(conflict(in));
    Durability durability = option(in, CallFormat::durability);
    if (durability != null) {
      request.durability(durability);
    }
    long retention = in.readLong();
    if (retention >= 0) {
      request.retention(Duration.ofNanos(retention));
    }
    long nonce = in.readLong();
    if (nonce != 0) {
      request.nonce(nonce);
    }
    for (int headers = in.readUnsignedByte(); headers > 0; headers--) {
      request.header(in.readUTF(), in.readUTF());
    }
    for (int tags = in.readUnsignedByte(); tags > 0; tags--) {
      request.tag(in.readUTF());
    }
    return request.build();
  }

  private static void write(DataOutputStream out, RescheduleRequest request) throws IOException {
    out.writeUTF(request.id());
    write(out, request.dueAt(), request.delay());
    out.writeUTF(request.condition().name());
    write(out, request.knownDueAt().orElse(Instant.EPOCH));
  }

  private static RescheduleRequest reschedule(DataInputStream in, Duration age) throws IOException {
    String id = in.readUTF();
    RescheduleRequest request =
        in.readBoolean()
            ? RescheduleRequest.of(id, instant(in))
            : RescheduleRequest.of(id, remaining(in, age));
    RescheduleRequest.Condition condition = RescheduleRequest.Condition.valueOf(in.readUTF());
    Instant known = instant(in);
    return switch (condition) {
      case ALWAYS -> request;
      case ONLY_EARLIER -> request.onlyEarlier();
      case ONLY_LATER -> request.onlyLater();
      case IF_DUE_AT -> request.ifDueAt(known);
    };
  }

  private static void write(DataOutputStream out, Optional<Instant> dueAt, Duration delay)
      throws IOException {
    out.writeBoolean(dueAt.isPresent());
    if (dueAt.isPresent()) {
      write(out, dueAt.get());
    } else {
      out.writeLong(delay.toNanos());
    }
  }

  private static Duration remaining(DataInputStream in, Duration age) throws IOException {
    Duration delay = Duration.ofNanos(in.readLong());
    Duration rest = age.isNegative() ? delay : delay.minus(age);
    return rest.isNegative() ? Duration.ZERO : rest;
  }

  private static void write(DataOutputStream out, @Nullable Expiry expiry) throws IOException {
    out.writeByte(expiry == null ? 0 : expiry instanceof Expiry.At ? 1 : 2);
    if (expiry instanceof Expiry.At at) {
      write(out, at.instant());
    } else if (expiry instanceof Expiry.After after) {
      out.writeLong(after.duration().toNanos());
    }
    if (expiry != null) {
      out.writeUTF(expiry.action().name());
    }
  }

  private static void readExpiry(DataInputStream in, JobRequest.Builder<byte[]> request)
      throws IOException {
    int form = in.readUnsignedByte();
    if (form == 1) {
      Instant at = instant(in);
      request.expiresAt(at, Expiry.Action.valueOf(in.readUTF()));
    } else if (form == 2) {
      Duration after = Duration.ofNanos(in.readLong());
      request.expiresAfter(after, Expiry.Action.valueOf(in.readUTF()));
    }
  }

  private static void write(DataOutputStream out, OnConflict rule) throws IOException {
    out.writeUTF(rule.rule().name());
    out.writeLong(rule.maxWait() == null ? -1 : rule.maxWait().toNanos());
  }

  private static OnConflict conflict(DataInputStream in) throws IOException {
    OnConflict.Rule rule = OnConflict.Rule.valueOf(in.readUTF());
    long maxWait = in.readLong();
    return new OnConflict(rule, maxWait < 0 ? null : Duration.ofNanos(maxWait));
  }

  private static void write(DataOutputStream out, Durability durability) throws IOException {
    out.writeBoolean(durability.fsynced());
    out.writeByte(durability.replicas());
    out.writeLong(durability.timeout().toNanos());
  }

  private static Durability durability(DataInputStream in) throws IOException {
    return new Durability(in.readBoolean(), in.readUnsignedByte(), Duration.ofNanos(in.readLong()));
  }

  private static void write(DataOutputStream out, Instant instant) throws IOException {
    out.writeLong(instant.getEpochSecond());
    out.writeInt(instant.getNano());
  }

  private static Instant instant(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  private interface Writer<V> {
    void write(DataOutputStream out, V value) throws IOException;
  }

  private static <V> void writeOption(DataOutputStream out, @Nullable V value, Writer<V> writer)
      throws IOException {
    out.writeBoolean(value != null);
    if (value != null) {
      writer.write(out, value);
    }
  }

  private interface Reader<V> {
    V read(DataInputStream in) throws IOException;
  }

  private static <V> @Nullable V option(DataInputStream in, Reader<V> reader) throws IOException {
    return in.readBoolean() ? reader.read(in) : null;
  }
}
