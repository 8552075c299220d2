package io.duetime.redis.internal.admin;

import io.duetime.Durability;
import io.duetime.internal.async.Stages;
import io.duetime.internal.engine.ProposedNumbers;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.Registry;
import io.duetime.redis.internal.call.ShardCaller;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.epoch.IdCalls;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Gives numbers to jobs and finds jobs by them. The state of a job has its number; the index in the
 * home shard may also lead to jobs that have ended.
 */
public final class JobNumberKeeper {
  private static final int MOST_LOOKS = 200;

  private final StoreAccess store;
  private final ShardCaller caller;
  private final IdCalls calls;
  private final NumberKeeper numbers;
  private final IdCalls.Question<Map.Entry<String, Long>, Long> give;
  private final IdCalls.Question<String, Long> find;
  private final Script index;
  private final Script forget;

  public JobNumberKeeper(
      StoreAccess store, ShardCaller caller, IdCalls calls, NumberKeeper numbers) {
    this.store = store;
    this.numbers = numbers;
    this.caller = caller;
    this.calls = calls;
    this.give =
        new IdCalls.Question<>(
            store.script("number_jobs"),
            Map.Entry::getKey,
            (arguments, proposal) -> arguments.add(proposal.getKey()).add(proposal.getValue()),
            (shard, proposal, reply, row) -> row.number("number"),
            0L,
            number -> number == 0,
            null);
    this.find =
        new IdCalls.Question<>(
            store.script("find_numbers"),
            id -> id,
            Arguments::add,
            (shard, id, reply, row) -> row.number("number"),
            0L,
            number -> number == 0,
            null);
    this.index = store.script("index_numbers");
    this.forget = store.script("forget_numbers");
  }

  public CompletionStage<Map<String, Long>> number(String queue, Map<String, Long> proposals) {
    return numbers
        .requireReserved(queue, new TreeSet<>(proposals.values()))
        .thenCombine(requireFree(queue, proposals), (reserved, free) -> proposals)
        .thenCompose(checked -> give(queue, checked));
  }

  private CompletionStage<?> requireFree(String queue, Map<String, Long> proposals) {
    List<Map.Entry<String, Long>> asked = List.copyOf(proposals.entrySet());
    String[] proposed =
        asked.stream().map(entry -> Long.toString(entry.getValue())).toArray(String[]::new);
    return store
        .read("HMGET", store.home(queue).key("numbers"), proposed)
        .thenCompose(ids -> {
          List<?> known = (List<?>) Objects.requireNonNull(ids);
          List<Map.Entry<String, Long>> doubtful = new ArrayList<>();
          for (int i = 0; i < asked.size(); i++) {
            if (known.get(i) != null) {
              doubtful.add(asked.get(i));
            }
          }
          return Stages.inTurn(doubtful, one -> requireFree(queue, one.getKey(), one.getValue()));
        });
  }

  private CompletionStage<Long> requireFree(String queue, String id, long number) {
    return idOf(queue, number).thenApply(holder -> ProposedNumbers.requireFree(id, number, holder));
  }

  private CompletionStage<Map<String, Long>> give(String queue, Map<String, Long> proposals) {
    List<Map.Entry<String, Long>> asked = List.copyOf(proposals.entrySet());
    return calls
        .each(queue, give, asked, Durability.NONE)
        .thenCompose(numbers -> {
          Map<String, Long> given = new LinkedHashMap<>();
          for (int i = 0; i < numbers.size(); i++) {
            if (numbers.get(i) != 0) {
              given.put(asked.get(i).getKey(), numbers.get(i));
            }
          }
          return index(queue, given);
        });
  }

  private CompletionStage<Map<String, Long>> index(String queue, Map<String, Long> given) {
    if (given.isEmpty()) {
      return Stages.done(given);
    }
    Arguments arguments = new Arguments().add(given.size());
    given.forEach((id, number) -> arguments.add(number).add(id));
    return caller
        .ifThere(store.home(queue), index, arguments)
        .thenCompose(done -> done.isPresent() ? Stages.done(true) : indexIfExists(queue, arguments))
        .thenApply(done -> given);
  }

  // Jobs may be in other shards only. A queue that was deleted meanwhile must not come back.
  private CompletionStage<Boolean> indexIfExists(String queue, Arguments arguments) {
    return store
        .read("ZSCORE", store.keys().queues(), queue)
        .thenCompose(registered ->
            registered == null
                ? Stages.done(false)
                : caller.make(store.home(queue), index, arguments).thenApply(done -> true));
  }

  public CompletionStage<Optional<String>> idOf(String queue, long number) {
    return store
        .read("HGET", store.home(queue).key("numbers"), Long.toString(number))
        .thenCompose(id -> id == null ? Stages.done(Optional.empty()) : checked(queue, number, id));
  }

  private CompletionStage<Optional<String>> checked(String queue, long number, Object utf8) {
    String id = new String((byte[]) utf8, StandardCharsets.UTF_8);
    return calls
        .each(queue, find, List.of(id), Durability.NONE)
        .thenApply(has -> has.get(0) == number ? Optional.of(id) : Optional.empty());
  }

  /**
   * Removes some entries of the index whose jobs have ended.
   *
   * @return whether more than half of those that were looked at had ended
   */
  public CompletionStage<Boolean> sweep(String queue) {
    byte[] key = store.home(queue).key("numbers");
    return store
        .read("HRANDFIELD", key, Integer.toString(MOST_LOOKS))
        .thenApply(JobNumberKeeper::texts)
        .thenCompose(numbers ->
            numbers.isEmpty()
                ? Stages.done(false)
                : store
                    .read("HMGET", key, numbers.toArray(String[]::new))
                    .thenCompose(
                        ids -> sweep(queue, numbers, (List<?>) Objects.requireNonNull(ids))));
  }

  private static List<String> texts(@Nullable Object answer) {
    return answer == null ? List.of() : Registry.texts(answer);
  }

  private CompletionStage<Boolean> sweep(String queue, List<String> numbers, List<?> utf8) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      if (utf8.get(i) instanceof byte[] id) {
        entries.add(new Entry(numbers.get(i), new String(id, StandardCharsets.UTF_8)));
      }
    }
    List<String> ids = entries.stream().map(Entry::id).toList();
    return calls
        .each(queue, find, ids, Durability.NONE)
        .thenCompose(has -> {
          List<Entry> ended = new ArrayList<>();
          for (int i = 0; i < entries.size(); i++) {
            if (has.get(i) != Long.parseLong(entries.get(i).number())) {
              ended.add(entries.get(i));
            }
          }
          return forget(queue, ended).thenApply(done -> ended.size() * 2 > numbers.size());
        });
  }

  private record Entry(String number, String id) {}

  private CompletionStage<?> forget(String queue, List<Entry> ended) {
    Arguments arguments = new Arguments().add(ended.size());
    ended.forEach(entry -> arguments.add(entry.number()).add(entry.id()));
    return ended.isEmpty()
        ? Stages.done(true)
        : caller.ifThere(store.home(queue), forget, arguments);
  }
}
