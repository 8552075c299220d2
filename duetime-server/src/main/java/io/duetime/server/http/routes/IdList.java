package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a call, each valid or refused by itself.
 *
 * @param items in the order of the call
 */
record IdList(List<Item> items) {
  /**
   * An id of the call.
   *
   * @param problem why it is refused, or null
   */
  record Item(String id, @Nullable Problem problem) {}

  static IdList read(Fields fields) {
    List<String> ids = fields.texts("ids");
    if (ids.isEmpty() || ids.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "ids", ids.size() + " ids", "1 to " + Limits.MAX_BATCH + " ids");
    }
    return new IdList(ids.stream().map(IdList::item).toList());
  }

  private static Item item(String id) {
    try {
      return new Item(Limits.id(id), null);
    } catch (InvalidRequestException refusal) {
      return new Item(id, Problem.of(refusal));
    }
  }

  List<String> understood() {
    return items.stream().filter(item -> item.problem() == null).map(Item::id).toList();
  }

  /** The answer for every id; {@code results} are those of {@link #understood}. */
  <R> JsonShape answered(List<R> results, Function<R, JsonShape> shape) {
    Iterator<R> next = results.iterator();
    List<JsonShape> shapes = new ArrayList<>(items.size());
    for (Item item : items) {
      shapes.add(
          item.problem() == null
              ? shape.apply(next.next())
              : ResultJson.refused(item.id(), item.problem()));
    }
    return ResultJson.batch(shapes);
  }
}
