package io.duetime.server.event;

import io.duetime.InvalidRequestException;
import io.duetime.server.event.EventFeed.FeedState;
import io.duetime.server.event.EventStreams.EventReader;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much a caller knows: the versions of the last task and the last warning, which are the id of
 * an event, and the number of the last look at the queues. Confined to one event loop.
 */
final class EventPosition {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");
  private static final int NOTHING = -1;

  private final EventReader reader;
  private long task;
  private long warning;
  private long look = NOTHING;

  /** Begins behind an event; null for all that is known. */
  EventPosition(@Nullable String lastEventId, EventReader reader) {
    this.reader = reader;
    if (lastEventId != null && !lastEventId.isEmpty()) {
      Matcher matcher = FORM.matcher(lastEventId);
      if (!matcher.matches()) {
        throw new InvalidRequestException(
            "Last-Event-ID", lastEventId, "the id of an event, such as 17-5");
      }
      this.task = Long.parseLong(matcher.group(1));
      this.warning = Long.parseLong(matcher.group(2));
    }
  }

  /** Writes the events that lead to a state, and moves there; empty if there are none. */
  String advance(FeedState state) {
    StringBuilder events = new StringBuilder();
    for (FeedState.Versioned next : newer(state.tasks(), task)) {
      task = next.version();
      event(events, "task", next);
    }
    for (FeedState.Versioned next : newer(state.warnings(), warning)) {
      warning = next.version();
      event(events, "warning", next);
    }
    queues(events, state);
    look = state.number();
    return events.toString();
  }

  private static List<FeedState.Versioned> newer(List<FeedState.Versioned> all, long version) {
    return all.stream()
        .filter(one -> one.version() > version)
        .sorted(Comparator.comparingLong(FeedState.Versioned::version))
        .toList();
  }

  private void event(StringBuilder events, String kind, FeedState.Versioned what) {
    if (!reader.mayRead(what.queue())) {
      return;
    }
    events.append("event: ").append(kind).append("\nid: ").append(task).append('-');
    events.append(warning).append("\ndata: ").append(what.json()).append("\n\n");
  }

  private void queues(StringBuilder events, FeedState state) {
    StringJoiner changed = new StringJoiner(",", "[", "]");
    StringJoiner deleted = new StringJoiner(",", "[", "]");
    FeedState.Queues queues = state.queues();
    boolean isAny = look == NOTHING;
    for (var queue : queues.counts().entrySet()) {
      if (queue.getValue().since() > look && reader.counts(queue.getKey())) {
        changed.add(queue.getValue().json());
        isAny = true;
      }
    }
    for (var queue : queues.gone().entrySet()) {
      // A queue's name has no character that JSON escapes.
      if (look != NOTHING && queue.getValue() > look && reader.counts(queue.getKey())) {
        deleted.add('"' + queue.getKey() + '"');
        isAny = true;
      }
    }
    if (isAny) {
      events.append("event: queues\ndata: {\"snapshot\":").append(look == NOTHING);
      events.append(",\"complete\":").append(queues.left().stream().noneMatch(reader::counts));
      events.append(",\"queues\":").append(changed);
      events.append(",\"deleted\":").append(deleted).append("}\n\n");
    }
  }
}
