package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.engine.ShardId;
import io.duetime.internal.engine.Calls;
import io.duetime.redis.internal.engine.EpochWalker.Search;
import io.duetime.redis.internal.engine.EpochWalker.Staleness;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Asks about jobs by id, with scripts that answer item by item, wherever the jobs may be. */
final class IdCalls {
  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final EpochWalker walker;

  IdCalls(Store store, ShardCaller caller, UpkeepNotes upkeep, EpochWalker walker) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.walker = walker;
  }

  /**
   * What is asked, and how.
   *
   * @param script takes a number of items and then each of them; tells {@code sealed}
   * @param id of an item
   * @param writer adds an item to the arguments
   * @param reader reads what the script answers of an item
   * @param absent what is answered where no shard knows the id
   * @param isAbsent whether an answer says so
   * @param refusal how an item is answered that was not done where others were; null if there is no
   *     such answer
   */
  record Question<I, O>(
      Script script,
      Function<I, String> id,
      BiConsumer<Arguments, I> writer,
      Reader<I, O> reader,
      O absent,
      Predicate<O> isAbsent,
      @Nullable Function<DuetimeException, O> refusal) {}

  /** Reads what a shard answers of an item. */
  @FunctionalInterface
  interface Reader<I, O> {
    O read(ShardKeys shard, I item, Reply reply, ReplyPart row);
  }

  /** Asks for all items; answers in their order. */
  <I, O> CompletionStage<List<O>> each(
      String queue, Question<I, O> question, List<I> items, Durability durability) {
    Asked<I, O> asked = new Asked<>(queue, question, items, durability);
    return walker.search(queue, asked).handle((done, failure) -> asked.all(failure));
  }

  /** Answers as they come in; touched by one round at a time. What failed is not asked again. */
  private final class Asked<I, O> implements Search {
    private final String queue;
    private final Question<I, O> question;
    private final List<I> items;
    private final Durability durability;
    private final BatchAnswers<O> answers;

    Asked(String queue, Question<I, O> question, List<I> items, Durability durability) {
      this.queue = queue;
      this.question = question;
      this.items = items;
      this.durability = durability;
      this.answers = new BatchAnswers<>(items.size());
    }

    private String id(int at) {
      return question.id.apply(items.get(at));
    }

    private List<Integer> absent(Predicate<String> isMeant) {
      List<Integer> absent = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        O answer = answers.at(i);
        if (!answers.isFailed(i)
            && (answer == null || question.isAbsent.test(answer))
            && isMeant.test(id(i))) {
          absent.add(i);
        }
      }
      return absent;
    }

    @Override
    public List<String> missing() {
      return Calls.each(absent(id -> true), this::id);
    }

    @Override
    public CompletionStage<?> ask(Function<String, @Nullable ShardId> place, Staleness staleness) {
      List<Integer> wanted = absent(id -> place.apply(id) != null);
      return Pieces.each(
              wanted,
              at -> Objects.requireNonNull(place.apply(id(at))),
              at -> id(at).length(),
              (shard, piece) -> ask(shard, Calls.each(piece, items::get), staleness))
          .thenAccept(some -> answers.put(wanted, some));
    }

    private CompletionStage<List<O>> ask(ShardId place, List<I> piece, Staleness staleness) {
      ShardKeys shard = store.keys().shard(queue, place);
      Arguments arguments = new Arguments().add(piece.size());
      piece.forEach(item -> question.writer.accept(arguments, item));
      return caller
          .ifThere(shard, question.script, arguments, durability)
          .thenApply(answer -> {
            if (answer.isEmpty()) {
              staleness.missing(place);
              return Calls.each(piece, item -> question.absent);
            }
            Reply reply = answer.get();
            upkeep.hear(queue, reply);
            staleness.sealed(reply.number("sealed"));
            return read(shard, piece, reply);
          });
    }

    private List<O> read(ShardKeys shard, List<I> piece, Reply reply) {
      List<ReplyPart> rows = reply.each();
      List<O> all = new ArrayList<>(rows.size());
      for (int i = 0; i < rows.size(); i++) {
        all.add(question.reader.read(shard, piece.get(i), reply, rows.get(i)));
      }
      return all;
    }

    private List<O> all(@Nullable Throwable failure) {
      if (failure != null) {
        absent(id -> true).forEach(at -> answers.fail(at, failure));
      }
      Function<DuetimeException, O> refusal = question.refusal;
      return refusal == null
          ? answers.orThrow(answer -> !question.isAbsent.test(answer))
          : answers.orRefused((at, why) -> refusal.apply(why));
    }
  }
}
