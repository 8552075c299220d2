package io.duetime.redis.internal.jobs;

import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.RecordsAtOnce;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.ListedJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.redis.internal.jobs.JobViewer.Seen;
import io.duetime.redis.internal.jobs.ShardPages.Asked;
import io.duetime.redis.internal.jobs.ShardPages.Listed;
import io.duetime.redis.internal.jobs.ShardPages.Page;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pages through jobs: group by group (waiting, running, dead, remembered), each ascending by
 * moment, then id; with a tag, or among named ids, in the order of ids.
 */
public final class JobLister {
  // Bounds the work for a page when few jobs pass the filter.
  private static final int LOOKS_PER_PAGE = 10_000;

  private static final int FINDS_PER_CALL = 16;

  private final RedisStore store;
  private final ShardPages pages;
  private final JobViewer viewer;
  private final int findsPerCall;

  public JobLister(RedisStore store, ShardPages pages, JobViewer viewer, int maxPayloadBytes) {
    this.findsPerCall = RecordsAtOnce.of(FINDS_PER_CALL, maxPayloadBytes);
    this.store = store;
    this.pages = pages;
    this.viewer = viewer;
  }

  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursorText, int limit) {
    Cursor cursor = Cursor.parse(cursorText);
    return store
        .freshShards(queue)
        .thenCompose(shards -> step(new Walk(queue, shards.all(), selection, cursor, limit)));
  }

  private CompletionStage<JobPage<JobView>> step(Walk walk) {
    return walk.isFull() || walk.isAtEnd()
        ? Stages.done(walk.page())
        : next(walk)
            .thenCompose(page -> {
              walk.look(page);
              return step(walk);
            });
  }

  private CompletionStage<Page> next(Walk walk) {
    Asked asked = walk.asked();
    Set<String> ids = asked.selection().ids();
    String tag = asked.selection().anyTag();
    if (ids != null) {
      return named(walk, asked, ids);
    }
    if (tag != null) {
      return onEach(walk, shard -> pages.tagged(shard, tag, asked)).thenApply(Page::of);
    }
    return asked.group() == JobGroup.LEASED
        ? leased(walk, asked)
        : onEach(walk, shard -> pages.ofGroup(shard, asked)).thenApply(Page::of);
  }

  private <T> CompletionStage<List<T>> onEach(
      Walk walk, Function<ShardKeys, CompletionStage<T>> one) {
    return Stages.inTurn(walk.shards, shard -> one.apply(store.shard(walk.queue, shard)));
  }

  private CompletionStage<Page> named(Walk walk, Asked asked, Set<String> ids) {
    return find(
        walk,
        asked,
        findsPerCall,
        ids.stream()
            .filter(id -> IdOrder.compare(id, asked.after().id()) > 0)
            .map(id -> new Position(0, id)));
  }

  // Only ids and due times of the running jobs are fetched to sort them.
  private CompletionStage<Page> leased(Walk walk, Asked asked) {
    return onEach(walk, shard -> pages.leased(shard, asked))
        .thenCompose(
            found -> find(walk, asked, asked.limit(), found.stream().flatMap(List::stream)))
        .thenApply(JobLister::stillLeased);
  }

  /** A job that has ended meanwhile is listed in its new group. */
  private static Page stillLeased(Page page) {
    List<Listed> jobs =
        page.jobs().stream().filter(listed -> listed.job().head().lease() != null).toList();
    return new Page(jobs, page.last(), page.isMore(), page.now());
  }

  private CompletionStage<Page> find(Walk walk, Asked asked, int most, Stream<Position> positions) {
    List<Position> ahead = positions.sorted().distinct().toList();
    List<Position> wanted = ahead.subList(0, Math.min(ahead.size(), Math.min(most, asked.limit())));
    return findUpToBytes(walk.queue, wanted, new ArrayList<>())
        .thenApply(found -> {
          int looked = found.size();
          Position last = looked == 0 ? asked.after() : wanted.get(looked - 1);
          return page(wanted, found, last, looked < ahead.size());
        });
  }

  /** Looks at positions in turn until the payloads have the bytes of a page. */
  private CompletionStage<List<Optional<Seen>>> findUpToBytes(
      String queue, List<Position> wanted, List<Optional<Seen>> found) {
    int from = found.size();
    if (from == wanted.size() || payloadBytes(found) >= Limits.MAX_PAGE_BYTES) {
      return Stages.done(found);
    }
    List<Position> some = wanted.subList(from, Math.min(wanted.size(), from + findsPerCall));
    return viewer
        .find(queue, some.stream().map(Position::id).toList())
        .thenCompose(more -> {
          found.addAll(more);
          return findUpToBytes(queue, wanted, found);
        });
  }

  private static long payloadBytes(List<Optional<Seen>> found) {
    return found.stream()
        .flatMap(Optional::stream)
        .mapToLong(seen -> seen.job().body().payload().length)
        .sum();
  }

  private static Page page(
      List<Position> positions, List<Optional<Seen>> found, Position last, boolean isMore) {
    List<Listed> jobs = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).isPresent()) {
        Seen seen = found.get(i).get();
        jobs.add(new Listed(positions.get(i), seen.job()));
        now = Math.max(now, seen.now());
      }
    }
    return new Page(jobs, last, isMore, now);
  }

  /** The state of one page between its calls; used by one call at a time. */
  private static final class Walk {
    final String queue;
    final List<ShardId> shards;
    private final Selection selection;
    private final int limit;
    private final Cursor cursor;
    private final List<JobView> found = new ArrayList<>();
    private @Nullable JobGroup group;
    private Position after;
    private int looks;
    private long payloadBytes;

    Walk(String queue, List<ShardId> shards, Selection selection, Cursor cursor, int limit) {
      this.queue = queue;
      this.shards = shards;
      this.selection = selection;
      this.limit = limit;
      this.cursor = cursor;
      this.group = cursor.group();
      Position position = cursor.after();
      this.after = position == null ? Position.BEGINNING : position;
      skipUnwanted();
    }

    private boolean isById() {
      return selection.ids() != null || selection.anyTag() != null;
    }

    private void skipUnwanted() {
      while (group != null && !isById() && !ListedJob.isWanted(selection, group)) {
        toNextGroup();
      }
    }

    private void toNextGroup() {
      group = group == null || isById() ? null : group.next();
      after = Position.BEGINNING;
    }

    /** What the next call asks for; not at the end. */
    Asked asked() {
      return new Asked(
          selection, Objects.requireNonNull(group), after, Math.max(1, limit - found.size()));
    }

    void look(Page page) {
      for (Listed listed : page.jobs()) {
        if (found.size() == limit || payloadBytes >= Limits.MAX_PAGE_BYTES) {
          return;
        }
        looks++;
        after = listed.position();
        if (listed.job().head().isWanted(selection, page.now())) {
          JobView view = listed.job().viewAt(page.now());
          found.add(view);
          payloadBytes += view.body().payload().length;
        }
      }
      after = page.last();
      if (!page.isMore()) {
        toNextGroup();
        skipUnwanted();
      }
    }

    boolean isFull() {
      return found.size() >= limit
          || looks >= LOOKS_PER_PAGE
          || payloadBytes >= Limits.MAX_PAGE_BYTES;
    }

    boolean isAtEnd() {
      return group == null;
    }

    JobPage<JobView> page() {
      return new JobPage<>(found, group == null ? null : cursor.behind(group, after).text());
    }
  }
}
