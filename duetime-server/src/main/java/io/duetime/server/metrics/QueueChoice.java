package io.duetime.server.metrics;

import static java.util.stream.Collectors.toSet;

import io.duetime.internal.client.QueuePattern;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Chooses the queues that have series of their own: first those whose names match a pattern, then
 * the most used ones. All servers of a store choose the same.
 *
 * @param pattern the names that are chosen first
 * @param most how many queues are chosen
 */
record QueueChoice(QueuePattern pattern, int most) {
  /** The name under which all other queues are summed. */
  static final String OTHER = "other";

  /** Returns the names of the chosen queues. */
  Set<String> names(List<QueueReading> all) {
    return inOrder(all).stream().limit(most).map(QueueReading::queue).collect(toSet());
  }

  /** Returns the chosen queues, and at the end the sum of the others if there are any. */
  List<QueueReading> among(List<QueueReading> all) {
    List<QueueReading> inOrder = inOrder(all);
    Stream<QueueReading> named = inOrder.stream().limit(most);
    List<QueueReading> rest =
        Stream.concat(
                inOrder.stream().skip(most), all.stream().filter(one -> one.queue().equals(OTHER)))
            .toList();
    return rest.isEmpty()
        ? named.toList()
        : Stream.concat(
                named,
                Stream.of(
                    rest.stream().reduce(QueueReading.NONE, (sum, one) -> sum.plus(one, OTHER))))
            .toList();
  }

  private List<QueueReading> inOrder(List<QueueReading> all) {
    return all.stream()
        .filter(one -> !one.queue().equals(OTHER))
        .sorted(
            Comparator.comparing((QueueReading one) -> !pattern.matches(one.queue()))
                .thenComparing(Comparator.comparingLong(QueueReading::use).reversed())
                .thenComparing(QueueReading::queue))
        .toList();
  }
}
