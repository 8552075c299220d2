package io.duetime.redis.internal.epoch;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import io.duetime.redis.internal.epoch.EpochWalker.Search;
import io.duetime.redis.internal.epoch.EpochWalker.Staleness;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.BatchAnswers;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Asks about jobs by id in all epochs, with scripts that answer item by item. */
public record IdCalls(RedisStore store, EpochWalker walker) {
  /**
   * A question about jobs.
   *
   * @param script takes a number of items and then each of them; tells {@code sealed}
   * @param id of an item
   * @param writer adds an item to the arguments
   * @param reader reads what the script answers of an item
   * @param absent makes the answer to an item whose id no shard knows
   * @param isAbsent whether an answer means that
   * @param refusal makes the answer to a failed item when other items were done; null if there is
   *     none
   */
  public record Question<I, O>(
      String script,
      Function<I, String> id,
      BiConsumer<Arguments, I> writer,
      Reader<I, O> reader,
      Function<I, O> absent,
      Predicate<O> isAbsent,
      @Nullable BiFunction<I, DuetimeException, O> refusal) {}

  @FunctionalInterface
  public interface Reader<I, O> {
    O read(ShardKeys shard, I item, ScriptReply reply, ScriptReply row);
  }

  /** Asks for all items, of which none is large; answers in their order. */
  public <I, O> CompletionStage<List<O>> each(
      String queue, Question<I, O> question, List<I> items, Durability durability) {
    return each(queue, question, items, item -> 0, durability);
  }

  /** Asks for all items, each of some bytes beside its id; answers in their order. */
  public <I, O> CompletionStage<List<O>> each(
      String queue,
      Question<I, O> question,
      List<I> items,
      ToIntFunction<I> bytes,
      Durability durability) {
    Asked<I, O> asked = new Asked<>(queue, question, items, bytes, durability);
    return walker.search(queue, asked).handle((done, failure) -> asked.all(failure));
  }

  /** The answers so far; used by one round at a time. Failed items are not asked again. */
  private final class Asked<I, O> implements Search {
    private final String queue;
    private final Question<I, O> question;
    private final List<I> items;
    private final ToIntFunction<I> bytes;
    private final Durability durability;
    private final BatchAnswers<O> batch;

    Asked(
        String queue,
        Question<I, O> question,
        List<I> items,
        ToIntFunction<I> bytes,
        Durability durability) {
      this.queue = queue;
      this.question = question;
      this.items = items;
      this.bytes = bytes;
      this.durability = durability;
      this.batch =
          new BatchAnswers<>(items.size(), null, answer -> !question.isAbsent.test(answer));
      for (int at = 0; at < items.size(); at++) {
        batch.answer(at, question.absent.apply(items.get(at)));
      }
    }

    private String id(int at) {
      return question.id.apply(items.get(at));
    }

    @Override
    public List<String> missing() {
      return Calls.each(batch.open(at -> true), this::id);
    }

    @Override
    public CompletionStage<?> ask(Function<String, @Nullable ShardId> place, Staleness staleness) {
      return batch.ask(
          batch.open(at -> place.apply(id(at)) != null),
          at -> Objects.requireNonNull(place.apply(id(at))),
          at -> id(at).length() + bytes.applyAsInt(items.get(at)),
          (shard, piece) -> ask(shard, piece, staleness));
    }

    private CompletionStage<Integer> ask(ShardId place, List<Integer> piece, Staleness staleness) {
      ShardKeys shard = store.shard(queue, place);
      Arguments arguments = Arguments.of(piece.size());
      piece.forEach(at -> question.writer.accept(arguments, items.get(at)));
      return store
          .ifThere(shard, question.script, arguments, durability)
          .thenApply(answer -> {
            if (answer.isEmpty()) {
              staleness.missing(place);
              return piece.size();
            }
            staleness.sealed(answer.get().number("sealed"));
            ScriptReply reply = answer.get();
            return batch.answer(
                piece,
                reply.each(),
                (at, row) -> question.reader.read(shard, items.get(at), reply, row));
          });
    }

    private List<O> all(@Nullable Throwable failure) {
      if (failure != null) {
        batch.open(at -> true).forEach(at -> batch.fail(at, failure));
      }
      BiFunction<I, DuetimeException, O> refusal = question.refusal;
      return refusal == null
          ? batch.orThrow()
          : batch.orRefused((at, why) -> refusal.apply(items.get(at), why));
    }
  }
}
