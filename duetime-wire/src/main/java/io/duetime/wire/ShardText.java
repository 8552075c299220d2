package io.duetime.wire;

import io.duetime.InvalidRequestException;
import io.duetime.engine.ShardId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes a shard as {@code EPOCH.INDEX}. */
public final class ShardText {
  static final Members.Value<ShardId> VALUE =
      new Members.Value<>(
          (out, shard) -> out.writeString(write(shard)),
          (fields, name) -> read(fields.need(name, Fields::text)));

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

  private ShardText() {}

  /** Reads a shard. */
  public static ShardId read(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new InvalidRequestException("shard", text, "EPOCH.INDEX, such as 0.0");
    }
    return new ShardId(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /** Writes a shard. */
  public static String write(ShardId shard) {
    return shard.epoch() + "." + shard.index();
  }
}
