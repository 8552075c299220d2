package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.engine.ShardId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes a shard as {@code EPOCH.INDEX}. */
public final class ShardText {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

  private ShardText() {}

  /** Reads a shard; null for none. */
  public static @Nullable ShardId read(@Nullable String text) {
    if (text == null) {
      return null;
    }
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
