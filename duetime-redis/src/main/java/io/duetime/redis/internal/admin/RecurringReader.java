package io.duetime.redis.internal.admin;

import io.duetime.MissedTicks;
import io.duetime.async.Stages;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.RecurringCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the recurring definitions of a queue with their ticks. */
record RecurringReader(RedisStore store) {
  private static final Logger LOG = LoggerFactory.getLogger(RecurringReader.class);
  private static final byte[] NONE = new byte[0];

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(byte[] definition, byte[] ticks, String owner) {
    static final Stored NOTHING = new Stored(NONE, NONE, "");

    static Stored of(RecurringState state) {
      return new Stored(
          RecurringCodec.write(state.job()),
          RecurringCodec.writeTicks(state),
          Objects.requireNonNullElse(state.job().owner(), ""));
    }

    RecurringState read(String name) {
      return RecurringCodec.readTicks(RecurringCodec.read(name, definition, owner), ticks);
    }
  }

  /**
   * A definition as it was read from the store.
   *
   * @param waiting the ids of its waiting jobs, for future ticks
   * @param asksAt when it asks again for room for its next tick, 0 if it has room
   */
  record Seen(RecurringState state, Stored stored, Set<String> waiting, long asksAt) {
    String name() {
      return state.job().name();
    }

    RecurringJob.View view(long now) {
      return state.view(now, this::isPending);
    }

    private boolean isPending(long tick) {
      return waiting.contains(state.job().idAt(tick));
    }

    /** The same with the ticks that are stored after a step. */
    Seen after(byte[] ticks, long newAsksAt) {
      Stored later = new Stored(stored.definition, ticks, stored.owner);
      return new Seen(later.read(name()), later, waiting, newAsksAt);
    }

    /** When there is something to do: a tick to make, or a removed definition to forget. */
    long nextAt() {
      return Math.min(Math.max(state.dueAt(), asksAt), state.forgetAt());
    }
  }

  /**
   * All definitions of a queue as they were read at a moment.
   *
   * @param stored the bytes of each, also of definitions that cannot be decoded
   */
  record AllSeen(long now, Map<String, Seen> definitions, Map<String, Stored> stored) {
    static final AllSeen NOTHING = new AllSeen(0, Map.of(), Map.of());

    List<RecurringJob.View> views() {
      return inUse().map(one -> one.view(now)).toList();
    }

    Stream<Seen> inUse() {
      return definitions.values().stream().filter(one -> !one.state.isRemoved());
    }
  }

  CompletionStage<AllSeen> read(String queue) {
    return store
        .ifThere(store.home(queue), "recurring", new Arguments())
        .thenApply(answer -> answer.map(reply -> seen(queue, reply)).orElse(AllSeen.NOTHING));
  }

  /** As {@link #read(String)}, but creates the queue if the change creates a definition. */
  CompletionStage<AllSeen> read(String queue, RecurringEdit edit) {
    return edit.makesQueue()
        ? store
            .make(store.home(queue), "recurring", new Arguments())
            .thenApply(reply -> seen(queue, reply))
        : read(queue);
  }

  private static AllSeen seen(String queue, ScriptReply reply) {
    Map<String, Seen> all = new TreeMap<>();
    Map<String, Stored> stored = new HashMap<>();
    for (ScriptReply row : reply.each()) {
      String name = row.text("name");
      Stored one = new Stored(row.bytes("definition"), row.bytes("ticks"), row.text("owner"));
      stored.put(name, one);
      try {
        all.put(name, new Seen(one.read(name), one, ids(name, row.text("waiting")), 0));
      } catch (DamagedRecordException malformed) {
        LOG.error(
            "Recurring definition {} of queue {} cannot be understood: it makes no jobs until it"
                + " is stored again",
            name,
            queue,
            malformed);
      }
    }
    return new AllSeen(reply.number("now"), all, stored);
  }

  private static Set<String> ids(String name, String ticks) {
    return ticks.isEmpty()
        ? Set.of()
        : Stream.of(ticks.split(" ")).map(tick -> name + tick).collect(Collectors.toSet());
  }

  /** Finds the ticks of a definition whose jobs were never begun. */
  record UnbegunReader(RedisStore store) {
    /** How many ticks that have begun lie between two that have not, at most. */
    private static final int LOOK_BACK = 100;

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
          .thenCompose(known -> {
            found.addAll(known);
            return known.isEmpty()
                ? Stages.done(found)
                : lookBack(queue, definition, ticks.get(ticks.size() - 1) - 1, found);
          });
    }

    private CompletionStage<List<Long>> among(
        String queue, RecurringState definition, List<Long> ticks) {
      if (ticks.isEmpty()) {
        return Stages.done(List.of());
      }
      return store
          .ifThere(store.home(queue), "unbegun", with(new Arguments(), definition, ticks))
          .thenApply(answer -> answer.map(reply -> chosen(reply, ticks)).orElse(List.of()));
    }

    private static List<Long> chosen(ScriptReply reply, List<Long> ticks) {
      List<ScriptReply> rows = reply.each();
      return IntStream.range(0, rows.size())
          .filter(i -> rows.get(i).isTrue("isUnbegun"))
          .mapToObj(ticks::get)
          .toList();
    }
  }
}
