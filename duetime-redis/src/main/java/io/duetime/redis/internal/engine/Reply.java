package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.redis.internal.script.ReplyShape;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a script answered. Not thread safe. */
final class Reply extends ReplyPart {
  private static final ReplyShape UNNAMED = new ReplyShape(Map.of(), Map.of());

  private final List<?> parts;
  private final ReplyShape shape;
  private final Durability.Reached reached;
  private int at;

  private Reply(List<?> parts, ReplyShape shape, Durability.Reached reached) {
    super(parts, shape.fields(), 0);
    this.parts = parts;
    this.shape = shape;
    this.reached = reached;
  }

  /** The answer of a script whose header names the parts. */
  static Reply of(Script script, @Nullable Object answer, Durability.Reached reached) {
    Reply reply = new Reply(list(answer), script.reply(), reached);
    if (!script.reply().fields().isEmpty() && !script.reply().fits(reply.parts.size())) {
      throw new IllegalStateException(
          "script " + script.name() + " answered " + reply.parts.size() + " parts");
    }
    return reply;
  }

  /** The same of a call that asked for no durability. */
  static Reply of(Script script, @Nullable Object answer) {
    return of(script, answer, Durability.Reached.NOTHING);
  }

  private static List<?> list(@Nullable Object answer) {
    return answer instanceof List<?> list ? list : List.of(Objects.requireNonNull(answer));
  }

  /** How durable what the script wrote has become. */
  Durability.Reached reached() {
    return reached;
  }

  /** What is repeated behind the parts that come first. */
  List<ReplyPart> each() {
    int width = shape.each().size();
    List<ReplyPart> rows = new ArrayList<>();
    for (int row = shape.fields().size(); width > 0 && row < parts.size(); row += width) {
      rows.add(new ReplyPart(parts, shape.each(), row));
    }
    return rows;
  }

  // Of scripts whose header does not name the parts: one after the other.

  Reply(@Nullable Object answer, Durability.Reached reached) {
    this(list(answer), UNNAMED, reached);
  }

  boolean hasMore() {
    return at < parts.size();
  }

  long number() {
    return number(parts.get(at++), String.valueOf(at));
  }

  /** What one part holds; a part that is no list holds itself. */
  Reply part() {
    return new Reply(parts.get(at++), reached);
  }

  /** A number that is not read yet, so many parts behind the first. */
  long peek(int index) {
    return (Long) Objects.requireNonNull(parts.get(index));
  }

  /** A moment; the scripts' NEVER as that of the engine. */
  long moment() {
    return moment(number());
  }

  /** A moment that was read or is not read yet, so many parts behind the first. */
  long peekMoment(int index) {
    return moment(peek(index));
  }

  byte[] bytes() {
    return bytes(parts.get(at++), String.valueOf(at));
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }
}
