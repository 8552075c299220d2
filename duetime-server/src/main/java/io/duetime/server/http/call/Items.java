package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The items of a call in their order, each valid or refused by itself. */
public record Items<T>(List<Item<T>> all) {
  /**
   * An item.
   *
   * @param place its number in the call
   * @param id null if it names none
   * @param value null if it is refused
   * @param problem why it is refused, or null
   */
  public record Item<T>(
      long place, @Nullable String id, @Nullable T value, @Nullable Problem problem) {
    /** Reads an item; one that is invalid is refused. */
    public static <T> Item<T> read(long place, @Nullable String id, Supplier<T> reader) {
      try {
        return new Item<>(place, id, reader.get(), null);
      } catch (InvalidRequestException wrong) {
        return wrong(place, id, Problem.of(wrong));
      }
    }

    /** An invalid item. */
    public static <T> Item<T> wrong(long place, @Nullable String id, Problem why) {
      return new Item<>(place, id, null, why);
    }

    /** Its id; empty if it names none. */
    public String name() {
      return Objects.requireNonNullElse(id, "");
    }
  }

  /** Reads the elements of a field, of which there may be one to {@link Limits#MAX_BATCH}. */
  public static <E, T> Items<T> read(String field, List<E> elements, Function<E, Item<T>> reader) {
    if (elements.isEmpty() || elements.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, elements.size() + " " + field, "1 to " + Limits.MAX_BATCH + " " + field);
    }
    return new Items<>(elements.stream().map(reader).toList());
  }

  /** The ids of a call. */
  public static Items<String> ids(Fields fields) {
    return read("ids", fields.texts("ids"), id -> Item.read(0, id, () -> Limits.id(id)));
  }

  /** The same items with other values. */
  public <V> Items<V> map(Function<T, V> change) {
    return new Items<>(
        all.stream()
            .map(item -> {
              T value = item.value();
              V other = value == null ? null : change.apply(value);
              return new Item<>(item.place(), item.id(), other, item.problem());
            })
            .toList());
  }

  /** The values of those that are valid. */
  public List<T> valid() {
    return all.stream().map(Item::value).filter(Objects::nonNull).toList();
  }

  /** The answers for all items; {@code results} are those of {@link #valid}. */
  public <R> List<JsonShape> answers(
      List<R> results,
      BiFunction<Item<T>, R, JsonShape> valid,
      BiFunction<Item<T>, Problem, JsonShape> refused) {
    Iterator<R> next = results.iterator();
    List<JsonShape> shapes = new ArrayList<>(all.size());
    for (Item<T> item : all) {
      Problem problem = item.problem();
      shapes.add(problem == null ? valid.apply(item, next.next()) : refused.apply(item, problem));
    }
    return shapes;
  }

  /** The answer with all items, which have ids. */
  public <R> HttpAnswer answer(List<R> results, Function<R, JsonShape> shape) {
    return HttpAnswer.ok(
        ResultJson.batch(
            answers(
                results,
                (item, result) -> shape.apply(result),
                (item, why) -> ResultJson.refused(item.id(), why))));
  }
}
