package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.Rescheduled;
import io.duetime.engine.Reschedule;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes of due times of a call, each valid or refused by itself.
 *
 * @param items in the order of the call
 */
record ChangeList(List<Item> items) {
  private static final List<String> FIELDS =
      Stream.concat(Stream.of("id"), ChangeJson.RESCHEDULE_FIELDS.stream()).toList();

  /**
   * A change of the call.
   *
   * @param change null if it is refused
   * @param problem why it is refused, or null
   */
  record Item(String id, @Nullable Reschedule change, @Nullable Problem problem) {}

  static ChangeList read(Fields fields) {
    List<Fields> changes = fields.objects("changes", FIELDS);
    if (changes.isEmpty() || changes.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "changes", changes.size() + " changes", "1 to " + Limits.MAX_BATCH + " changes");
    }
    return new ChangeList(changes.stream().map(ChangeList::item).toList());
  }

  private static Item item(Fields change) {
    String id = Objects.requireNonNullElse(change.text("id"), "");
    try {
      return new Item(id, ChangeJson.reschedule(id, change), null);
    } catch (InvalidRequestException refusal) {
      return new Item(id, null, Problem.of(refusal));
    }
  }

  List<Reschedule> understood() {
    return items.stream().map(Item::change).filter(Objects::nonNull).toList();
  }

  /** The answer for every change; {@code results} are those of {@link #understood}. */
  JsonShape answered(List<Rescheduled> results) {
    Iterator<Rescheduled> next = results.iterator();
    List<JsonShape> shapes = new ArrayList<>(items.size());
    for (Item item : items) {
      shapes.add(
          item.problem() == null
              ? Members.shape(next.next(), ResultJson::rescheduled)
              : ResultJson.refused(item.id(), item.problem()));
    }
    return ResultJson.batch(shapes);
  }
}
