package io.duetime.redis.internal.engine;

import static io.duetime.redis.internal.engine.JobPages.FINDS_PER_CALL;

import io.duetime.JobState;
import io.duetime.engine.JobPage;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.ShardId;
import io.duetime.internal.kernel.IdOrder;
import io.duetime.redis.internal.engine.Cursor.Group;
import io.duetime.redis.internal.engine.JobPages.Asked;
import io.duetime.redis.internal.engine.JobPages.Page;
import io.duetime.redis.internal.engine.JobPages.Position;
import io.duetime.redis.internal.engine.JobViews.Stored;
import io.duetime.redis.internal.shard.QueueShards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pages through jobs: group by group (waiting, running, dead, remembered), each ascending by
 * moment, then id; with a tag in the order of ids.
 */
final class JobLister {
  // A filter that little passes must not make one page look at everything.
  private static final int LOOKS_PER_PAGE = 10_000;

  private final Store store;
  private final JobPages pages;

  JobLister(Store store, JobPages pages) {
    this.store = store;
    this.pages = pages;
  }

  CompletionStage<JobPage> list(
      String queue, Selection selection, @Nullable String cursorText, int limit) {
    Cursor cursor = Cursor.parse(cursorText);
    return store
        .shards()
        .fresh(queue)
        .thenCompose(shards -> {
          Walk walk = new Walk(queue, shards.all(), selection, cursor, limit);
          return selection.ids() == null ? step(walk) : named(walk, shards, selection.ids());
        });
  }

  private CompletionStage<JobPage> named(Walk walk, QueueShards shards, Set<String> ids) {
    List<String> ahead =
        ids.stream()
            .filter(id -> IdOrder.compare(id, walk.after.id()) > 0)
            .sorted(IdOrder::compare)
            .toList();
    List<String> piece =
        ahead.subList(0, Math.min(ahead.size(), Math.min(FINDS_PER_CALL, walk.room())));
    Map<ShardId, List<String>> byShard = new LinkedHashMap<>();
    for (String id : piece) {
      for (ShardId shard : Set.copyOf(shards.candidates(id))) {
        byShard.computeIfAbsent(shard, any -> new ArrayList<>()).add(id);
      }
    }
    return Stages.inTurn(
            List.copyOf(byShard.entrySet()),
            some -> pages.named(store.keys().shard(walk.queue, some.getKey()), some.getValue()))
        .thenCompose(parts -> {
          walk.lookAtNamed(
              parts.stream().reduce(Page::with).orElseGet(() -> Page.empty(walk.after)));
          if (piece.size() == ahead.size()) {
            return Stages.done(walk.page(null));
          }
          walk.behind(piece.get(piece.size() - 1));
          return walk.isFull() ? Stages.done(walk.page(walk.next())) : named(walk, shards, ids);
        });
  }

  private CompletionStage<JobPage> step(Walk walk) {
    if (!walk.skipUnwanted()) {
      return Stages.done(walk.page(null));
    }
    String tag = walk.selection.anyTag();
    Asked asked = new Asked(walk.selection, walk.after, walk.limit - walk.found.size());
    Function<ShardId, CompletionStage<Page>> ofShard =
        shard ->
            tag == null
                ? pages.ofGroup(
                    store.keys().shard(walk.queue, shard), walk.group, walk.clip(), asked)
                : pages.tagged(store.keys().shard(walk.queue, shard), tag, asked);
    return Stages.inTurn(walk.shards, ofShard)
        .thenCompose(parts -> {
          walk.look(parts.stream().reduce(Page::with).orElseThrow(), tag != null);
          return walk.isFull() || walk.isAtEnd() ? Stages.done(walk.page(walk.next())) : step(walk);
        });
  }

  /** One page on its way from call to call; touched by one call at a time. */
  private static final class Walk {
    private static final Position BEGINNING = new Position(0, "");

    final String queue;
    final List<ShardId> shards;
    final Selection selection;
    final int limit;
    final Cursor cursor;
    final List<JobView> found = new ArrayList<>();
    Group group;
    Position after;
    private int looks;
    private boolean isAtEnd;

    Walk(String queue, List<ShardId> shards, Selection selection, Cursor cursor, int limit) {
      this.queue = queue;
      this.shards = shards;
      this.selection = selection;
      this.limit = limit;
      this.cursor = cursor;
      this.group = cursor.group();
      this.after = new Position(cursor.moment(), cursor.id());
    }

    /** Goes to the next group that is wanted; answers whether there is one. */
    boolean skipUnwanted() {
      while (selection.tags().isEmpty() && !wants(group)) {
        if (!toNextGroup()) {
          return false;
        }
      }
      return true;
    }

    private boolean toNextGroup() {
      Group next = group.next();
      if (next == null) {
        return false;
      }
      group = next;
      after = BEGINNING;
      return true;
    }

    private boolean wants(Group wanted) {
      return switch (wanted) {
        case WAITING -> selection.wants(JobState.DELAYED) || selection.wants(JobState.READY);
        case LEASED -> selection.wants(JobState.RUNNING) || selection.wants(JobState.READY);
        case DEAD -> selection.wants(JobState.DEAD);
        case REMEMBERED -> selection.wants(JobState.DONE) || selection.wants(JobState.CANCELLED);
      };
    }

    /**
     * How the range is cut at the store's now: at what is due, at what is due later, not at all.
     */
    String clip() {
      if (group != Group.WAITING) {
        return "A";
      }
      if (!selection.wants(JobState.DELAYED)) {
        return "R";
      }
      return selection.wants(JobState.READY) ? "A" : "D";
    }

    void look(Page page, boolean isByTag) {
      for (JobPages.Listed listed : page.jobs()) {
        if (found.size() == limit) {
          return;
        }
        looks++;
        after = listed.position();
        Stored job = listed.job();
        if ((!isByTag || isInRange(job)) && isWanted(job, page.now())) {
          found.add(job.viewAt(page.now()));
        }
      }
      after = page.last();
      if (!page.isMore()) {
        isAtEnd = isByTag || !toNextGroup();
      }
    }

    /** How many more jobs the page may have. */
    int room() {
      return Math.max(1, limit - found.size());
    }

    void lookAtNamed(Page page) {
      looks += page.jobs().size();
      page.jobs().stream()
          .map(JobPages.Listed::job)
          .filter(job -> isInRange(job) && isWanted(job, page.now()))
          .forEach(job -> found.add(job.viewAt(page.now())));
    }

    void behind(String id) {
      after = new Position(0, id);
    }

    private boolean isInRange(Stored job) {
      return job.moment() >= selection.fromMillis() && job.moment() < selection.toMillis();
    }

    private boolean isWanted(Stored job, long now) {
      return !job.isForgottenAt(now)
          && selection.wants(job.stateAt(now))
          && selection.wantsTags(job.record().tags())
          && (selection.reason() == null
              || (job.end() != null && selection.reason().equals(job.end().reason())));
    }

    boolean isFull() {
      return found.size() >= limit || looks >= LOOKS_PER_PAGE;
    }

    boolean isAtEnd() {
      return isAtEnd;
    }

    @Nullable Cursor next() {
      return isAtEnd ? null : cursor.behind(group, after.moment(), after.id());
    }

    JobPage page(@Nullable Cursor next) {
      return new JobPage(found, next == null ? null : next.text());
    }
  }
}
