package io.duetime.redis.internal.store;

import io.duetime.Durability;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.Script.ReplyShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The reply of a script. */
public final class ScriptReply extends ReplyPart {
  private final List<?> parts;
  private final ReplyShape shape;
  private final Durability.Reached reached;

  private ScriptReply(List<?> parts, ReplyShape shape, Durability.Reached reached) {
    super(parts, shape.fields(), 0);
    this.parts = parts;
    this.shape = shape;
    this.reached = reached;
  }

  /** Reads an answer by the names in the script's header. */
  public static ScriptReply of(Script script, @Nullable Object answer, Durability.Reached reached) {
    List<?> parts = answer instanceof List<?> list ? list : List.of(Objects.requireNonNull(answer));
    if (!script.reply().fits(parts.size())) {
      throw new IllegalStateException(
          "script " + script.name() + " answered " + parts.size() + " parts");
    }
    return new ScriptReply(parts, script.reply(), reached);
  }

  /** As the other method, for a call that asked for no durability. */
  public static ScriptReply of(Script script, @Nullable Object answer) {
    return of(script, answer, Durability.Reached.NOTHING);
  }

  /** How durable the writes of the script have become. */
  public Durability.Reached reached() {
    return reached;
  }

  /** The rows that follow the fixed parts. */
  public List<ReplyPart> each() {
    int width = shape.each().size();
    List<ReplyPart> rows = new ArrayList<>();
    for (int row = shape.fields().size(); width > 0 && row < parts.size(); row += width) {
      rows.add(new ReplyPart(parts, shape.each(), row));
    }
    return rows;
  }
}
