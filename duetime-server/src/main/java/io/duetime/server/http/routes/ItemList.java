package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Reschedule;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The items of a call, each valid or refused by itself.
 *
 * @param items in the order of the call
 */
record ItemList<T>(List<Item<T>> items) {
  private static final List<String> CHANGE =
      Stream.concat(Stream.of("id"), ChangeJson.RESCHEDULE_FIELDS.stream()).toList();

  /**
   * An item of the call.
   *
   * @param name its id or lease
   * @param value null if it is refused
   * @param problem why it is refused, or null
   */
  record Item<T>(String name, @Nullable T value, @Nullable Problem problem) {
    static <T> Item<T> of(String name, Supplier<T> reading) {
      try {
        return new Item<>(name, reading.get(), null);
      } catch (InvalidRequestException refusal) {
        return new Item<>(name, null, Problem.of(refusal));
      }
    }
  }

  /** The field {@code ids}. */
  static ItemList<String> ids(Fields fields) {
    List<String> ids = counted("ids", " ids", fields.texts("ids"));
    return new ItemList<>(ids.stream().map(id -> Item.of(id, () -> Limits.id(id))).toList());
  }

  /** The field {@code changes}, of due times. */
  static ItemList<Reschedule> changes(Fields fields) {
    return new ItemList<>(
        counted("changes", " changes", fields.objects("changes", CHANGE)).stream()
            .map(ItemList::change)
            .toList());
  }

  private static Item<Reschedule> change(Fields change) {
    String id = Objects.requireNonNullElse(change.text("id"), "");
    return Item.of(id, () -> ChangeJson.reschedule(id, change));
  }

  /** Refuses no items, or too many. */
  static <V> List<V> counted(String field, String unit, List<V> items) {
    if (items.isEmpty() || items.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + unit, "1 to " + Limits.MAX_BATCH + unit);
    }
    return items;
  }

  List<T> understood() {
    return items.stream().map(Item::value).filter(Objects::nonNull).toList();
  }

  /** The answer for every item; {@code results} are those of {@link #understood}. */
  <R> JsonShape answered(
      List<R> results,
      BiFunction<String, R, JsonShape> shape,
      BiFunction<String, Problem, JsonShape> refused) {
    Iterator<R> next = results.iterator();
    return ResultJson.batch(
        items.stream()
            .map(item ->
                item.problem() == null
                    ? shape.apply(item.name(), next.next())
                    : refused.apply(item.name(), item.problem()))
            .toList());
  }
}
