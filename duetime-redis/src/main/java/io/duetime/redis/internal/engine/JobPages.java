package io.duetime.redis.internal.engine;

import io.duetime.engine.Selection;
import io.duetime.internal.kernel.IdOrder;
import io.duetime.redis.internal.engine.Cursor.Group;
import io.duetime.redis.internal.engine.JobViews.Stored;
import io.duetime.redis.internal.record.StateCodec.Stage;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Fetches pages of the jobs of one shard. */
final class JobPages {
  private static final long LAST_MOMENT = 1L << 44;
  private static final int LEASES_PER_CALL = 1_000;

  /** Few, since each may have a payload of the largest size. */
  static final int FINDS_PER_CALL = 16;

  private final ShardCaller caller;
  private final JobViews views;
  private final Script list;
  private final Script listTagged;
  private final Script listLeased;
  private final Script find;

  JobPages(Store store, ShardCaller caller, JobViews views) {
    this.caller = caller;
    this.views = views;
    this.list = store.script("list");
    this.listTagged = store.script("list_tagged");
    this.listLeased = store.script("list_leased");
    this.find = store.script("find");
  }

  /**
   * A position in a list: behind all jobs of an earlier moment, or of the same and a smaller id.
   */
  record Position(long moment, String id) implements Comparable<Position> {
    private static final Comparator<Position> ORDER =
        Comparator.comparingLong(Position::moment).thenComparing(Position::id, IdOrder::compare);

    @Override
    public int compareTo(Position other) {
      return ORDER.compare(this, other);
    }
  }

  /** A job where a list has it. */
  record Listed(Position position, Stored job) {}

  /**
   * A page.
   *
   * @param jobs ascending
   * @param last the last position that was looked at
   * @param isMore whether there may be more behind it
   * @param now the store's clock
   */
  record Page(List<Listed> jobs, Position last, boolean isMore, long now) {
    static Page empty(Position last) {
      return new Page(List.of(), last, false, 0);
    }

    /** Two pages of different shards as one, as far as both reach. */
    Page with(Page other) {
      List<Listed> all = new ArrayList<>(jobs);
      all.addAll(other.jobs);
      all.sort(Comparator.comparing(Listed::position));
      Position bound = last.compareTo(other.last) >= 0 ? last : other.last;
      if (isMore) {
        bound = last;
      }
      if (other.isMore && (!isMore || other.last.compareTo(bound) < 0)) {
        bound = other.last;
      }
      Position end = bound;
      all.removeIf(listed -> (isMore || other.isMore) && listed.position.compareTo(end) > 0);
      return new Page(all, end, isMore || other.isMore, Math.max(now, other.now));
    }
  }

  /** What is asked for. */
  record Asked(Selection selection, Position after, int limit) {}

  /** Jobs of a group by moment, then id. */
  CompletionStage<Page> ofGroup(ShardKeys shard, Group group, String clip, Asked asked) {
    if (group == Group.LEASED) {
      return leased(shard, asked, 0, new ArrayList<>());
    }
    Arguments arguments =
        new Arguments()
            .add(group.name().substring(0, 1))
            .add(Math.min(asked.selection.fromMillis(), LAST_MOMENT))
            .add(Math.min(asked.selection.toMillis(), LAST_MOMENT))
            .add(clip)
            .add(asked.after.moment)
            .add(asked.after.id)
            .add(asked.limit);
    return caller
        .ifThere(shard, list, arguments)
        .thenApply(answer ->
            answer
                .map(reply -> page(shard, asked, reply))
                .orElseGet(() -> Page.empty(asked.after)));
  }

  /** Jobs with a tag, by id. */
  CompletionStage<Page> tagged(ShardKeys shard, String tag, Asked asked) {
    Arguments arguments = new Arguments().add(tag).add(asked.after.id).add(asked.limit);
    return caller
        .ifThere(shard, listTagged, arguments)
        .thenApply(answer ->
            answer
                .map(reply -> byId(page(shard, asked, reply)))
                .orElseGet(() -> Page.empty(asked.after)));
  }

  private static Page byId(Page page) {
    List<Listed> jobs =
        page.jobs.stream()
            .map(listed -> new Listed(new Position(0, listed.job.id()), listed.job))
            .toList();
    return new Page(jobs, new Position(0, page.last.id), page.isMore, page.now);
  }

  private Page page(ShardKeys shard, Asked asked, Reply reply) {
    List<Listed> jobs = new ArrayList<>();
    Position last = asked.after;
    for (ReplyPart row : reply.each()) {
      Position position = new Position(row.number("moment"), row.text("id"));
      views.read(shard, position.id, row).ifPresent(job -> jobs.add(new Listed(position, job)));
      last = position;
    }
    return new Page(jobs, last, reply.isTrue("isMore"), reply.number("now"));
  }

  // Running jobs are kept by the end of their lease; a list has them by their due time. There are
  // as many as run at once, and their ids and due times alone are fetched to put them in order.
  private CompletionStage<Page> leased(
      ShardKeys shard, Asked asked, int rank, List<Position> found) {
    return caller
        .ifThere(shard, listLeased, new Arguments().add(rank).add(LEASES_PER_CALL))
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            return Stages.done(Page.empty(asked.after));
          }
          Reply reply = answer.get();
          List<ReplyPart> rows = reply.each();
          for (ReplyPart row : rows) {
            Position position = new Position(row.number("due"), row.text("id"));
            if (isWanted(asked, position)) {
              found.add(position);
            }
          }
          return rows.size() < LEASES_PER_CALL
              ? inOrder(shard, asked, found, reply.number("now"))
              : leased(shard, asked, rank + LEASES_PER_CALL, found);
        });
  }

  private static boolean isWanted(Asked asked, Position position) {
    return position.moment >= asked.selection.fromMillis()
        && position.moment < asked.selection.toMillis()
        && (asked.after.id.isEmpty() || position.compareTo(asked.after) > 0);
  }

  private CompletionStage<Page> inOrder(
      ShardKeys shard, Asked asked, List<Position> found, long now) {
    List<Position> wanted = found.stream().sorted().distinct().limit(asked.limit).toList();
    boolean isMore = found.size() > wanted.size();
    Position last = wanted.isEmpty() ? asked.after : wanted.get(wanted.size() - 1);
    List<List<Position>> pieces = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i += FINDS_PER_CALL) {
      pieces.add(wanted.subList(i, Math.min(wanted.size(), i + FINDS_PER_CALL)));
    }
    return Stages.inTurn(pieces, piece -> find(shard, piece))
        .thenApply(
            parts -> new Page(parts.stream().flatMap(List::stream).toList(), last, isMore, now));
  }

  /** Jobs by their ids, of which there are few; those that are unknown are left out. */
  CompletionStage<Page> named(ShardKeys shard, List<String> ids) {
    return lookUp(shard, ids.stream().map(id -> new Position(0, id)).toList());
  }

  private CompletionStage<List<Listed>> find(ShardKeys shard, List<Position> piece) {
    return lookUp(shard, piece)
        .thenApply(page ->
            page.jobs.stream().filter(one -> one.job.state().stage() == Stage.LEASED).toList());
  }

  private CompletionStage<Page> lookUp(ShardKeys shard, List<Position> piece) {
    Arguments arguments = new Arguments().add(piece.size());
    piece.forEach(position -> arguments.add(position.id));
    return caller
        .ifThere(shard, find, arguments)
        .thenApply(answer -> {
          Position last = piece.get(piece.size() - 1);
          return answer.map(reply -> found(shard, piece, reply)).orElseGet(() -> Page.empty(last));
        });
  }

  private Page found(ShardKeys shard, List<Position> piece, Reply reply) {
    List<ReplyPart> rows = reply.each();
    List<Listed> jobs = new ArrayList<>(piece.size());
    for (int i = 0; i < piece.size(); i++) {
      Position position = piece.get(i);
      views
          .read(shard, position.id, rows.get(i))
          .ifPresent(job -> jobs.add(new Listed(position, job)));
    }
    return new Page(jobs, piece.get(piece.size() - 1), false, reply.number("now"));
  }
}
