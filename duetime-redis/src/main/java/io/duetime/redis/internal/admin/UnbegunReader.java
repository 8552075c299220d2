package io.duetime.redis.internal.admin;

import io.duetime.MissedTicks;
import io.duetime.internal.async.Stages;
import io.duetime.internal.kernel.recurring.RecurringState;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.ReplyPart;
import io.duetime.redis.internal.call.ScriptReply;
import io.duetime.redis.internal.call.ShardCaller;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Finds the ticks of a definition whose jobs were never begun. */
final class UnbegunReader {
  /** How many ticks that have begun lie between two that have not, at most. */
  private static final int LOOK_BACK = 100;

  private final StoreAccess store;
  private final ShardCaller caller;
  private final Script unbegun;

  UnbegunReader(StoreAccess store, ShardCaller caller) {
    this.store = store;
    this.caller = caller;
    this.unbegun = store.script("unbegun");
  }

  /** Adds ticks with the ids of their jobs to the arguments of a script, after their number. */
  static Arguments with(Arguments arguments, RecurringState definition, List<Long> ticks) {
    arguments.add(ticks.size());
    ticks.forEach(tick -> arguments.add(definition.job().idAt(tick)).add(tick));
    return arguments;
  }

  /** The ticks of a definition that were never begun, ascending. */
  CompletionStage<List<Long>> all(String queue, RecurringState definition, long now) {
    Set<Long> found = new TreeSet<>();
    return among(queue, definition, definition.mayWait())
        .thenCompose(known -> {
          found.addAll(known);
          return definition.job().missed() == MissedTicks.ALL
              ? lookBack(queue, definition, now, found)
              : Stages.done(found);
        })
        .thenApply(List::copyOf);
  }

  private CompletionStage<Set<Long>> lookBack(
      String queue, RecurringState definition, long from, Set<Long> found) {
    List<Long> ticks = definition.lookBack(from, LOOK_BACK);
    return among(queue, definition, ticks)
        .thenCompose(known ->
            ticks.isEmpty() || known.isEmpty()
                ? Stages.done(found)
                : lookFurtherBack(queue, definition, ticks, known, found));
  }

  private CompletionStage<Set<Long>> lookFurtherBack(
      String queue,
      RecurringState definition,
      List<Long> ticks,
      List<Long> known,
      Set<Long> found) {
    found.addAll(known);
    return lookBack(queue, definition, ticks.get(ticks.size() - 1) - 1, found);
  }

  private CompletionStage<List<Long>> among(
      String queue, RecurringState definition, List<Long> ticks) {
    if (ticks.isEmpty()) {
      return Stages.done(List.of());
    }
    return caller
        .ifThere(store.home(queue), unbegun, with(new Arguments(), definition, ticks))
        .thenApply(answer -> answer.map(reply -> chosen(reply, ticks)).orElse(List.of()));
  }

  private static List<Long> chosen(ScriptReply reply, List<Long> ticks) {
    List<Long> chosen = new ArrayList<>();
    List<ReplyPart> rows = reply.each();
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).isTrue("isUnbegun")) {
        chosen.add(ticks.get(i));
      }
    }
    return chosen;
  }
}
