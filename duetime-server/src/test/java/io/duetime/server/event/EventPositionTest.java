package io.duetime.server.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Grant;
import io.duetime.server.event.EventFeed.EventPosition;
import io.duetime.server.event.EventFeed.FeedState;
import io.duetime.server.event.EventStreams.EventReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventPositionTest {
  private static final String A = "{\"queue\":\"a\"}";
  private static final String B = "{\"queue\":\"b\"}";
  private static final EventReader ALL = reader("*", "read");

  @Test
  void theFirstEventsTellEverythingAndTheNextWhatHasChanged() {
    EventPosition position = new EventPosition(null, ALL);
    FeedState first = state(FeedState.NONE, List.of(task(3), task(2)), Map.of("a", A, "b", B));
    FeedState same = state(first, List.of(task(3), task(2)), Map.of("a", A, "b", B));
    FeedState next = state(same, List.of(task(3), task(4)), Map.of("b", B + " "));

    assertThat(position.advance(first))
        .isEqualTo(
            "event: task\nid: 2-0\ndata: t2\n\n"
                + "event: task\nid: 3-0\ndata: t3\n\n"
                + "event: queues\ndata: {\"snapshot\":true,\"complete\":true,\"queues\":["
                + A
                + ","
                + B
                + "],\"deleted\":[]}\n\n");
    assertThat(position.advance(same)).isEmpty();
    assertThat(position.advance(next))
        .isEqualTo(
            "event: task\nid: 4-0\ndata: t4\n\n"
                + "event: queues\ndata: {\"snapshot\":false,\"complete\":true,\"queues\":["
                + B
                + " ],\"deleted\":[\"a\"]}\n\n");
  }

  @Test
  void aCallerThatComesBackGetsTheTasksAndWarningsBehindItsLastEvent() {
    EventPosition position = new EventPosition("3-7", reader("b", "admin"));
    FeedState state =
        FeedState.NONE.after(
            List.of(task(2), task(5)),
            List.of(warning(7), warning(8)),
            Map.of("a", A),
            name -> true,
            Set.of());

    assertThat(position.advance(state))
        .isEqualTo(
            "event: task\nid: 5-7\ndata: t5\n\n"
                + "event: warning\nid: 5-8\ndata: w8\n\n"
                + "event: queues\ndata: {\"snapshot\":true,\"complete\":true,\"queues\":[],"
                + "\"deleted\":[]}\n\n");
  }

  @Test
  void aCallerThatDidNotReadForAWhileGetsTheLastStateOnly() {
    EventPosition position = new EventPosition(null, ALL);
    FeedState state = state(FeedState.NONE, List.of(), Map.of("a", A));
    position.advance(state);
    for (int i = 0; i < 5_000; i++) {
      state = state(state, List.of(), Map.of("a", "{\"queue\":\"a\",\"n\":" + i + "}"));
    }

    assertThat(position.advance(state)).hasLineCount(3).contains("\"n\":4999");
  }

  @Test
  void aDeletedQueueThatExistsAgainIsTold() {
    EventPosition position = new EventPosition(null, ALL);
    FeedState first = state(FeedState.NONE, List.of(), Map.of("a", A));
    position.advance(first);
    FeedState gone = state(first, List.of(), Map.of());
    FeedState back = state(gone, List.of(), Map.of("a", A));

    assertThat(position.advance(gone)).contains("\"deleted\":[\"a\"]");
    assertThat(position.advance(back)).contains("\"queues\":[" + A + "],\"deleted\":[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "1-", "-1", "1-2-3", "1-2 ", "99999999999999999999-1"})
  void onlyIdsOfEventsAreAccepted(String id) {
    assertThatThrownBy(() -> new EventPosition(id, ALL))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("Last-Event-ID");
  }

  @Test
  void aCallerGetsTheTasksOfItsQueuesAndWarningsOnlyIfItMayReadAll() {
    FeedState state =
        FeedState.NONE.after(
            List.of(task(2)), List.of(warning(7)), Map.of("a", A), name -> true, Set.of());

    assertThat(new EventPosition(null, reader("*", "read=b*")).advance(state))
        .isEqualTo(
            "event: queues\ndata: {\"snapshot\":true,\"complete\":true,\"queues\":[],"
                + "\"deleted\":[]}\n\n");
    assertThat(new EventPosition(null, reader("*", "read=a*")).advance(state))
        .contains("data: t2\n", A)
        .doesNotContain("w7");
    assertThat(new EventPosition(null, reader("*", "read")).advance(state))
        .contains("data: t2\n", "data: w7\n", A);
  }

  @Test
  void aCallerIsToldWhetherOneOfItsQueuesIsNotCounted() {
    FeedState state =
        FeedState.NONE.after(
            List.of(), List.of(), Map.of("a", A), name -> true, Set.of("b1", "b2"));

    assertThat(new EventPosition(null, ALL).advance(state)).contains("\"complete\":false");
    assertThat(new EventPosition(null, reader("b*", "read=a")).advance(state))
        .contains("\"complete\":true");
    assertThat(new EventPosition(null, reader("a*", "read")).advance(state))
        .contains("\"complete\":true");
  }

  private static FeedState.Versioned task(long version) {
    return new FeedState.Versioned(version, "a", "t" + version);
  }

  private static FeedState.Versioned warning(long version) {
    return new FeedState.Versioned(version, null, "w" + version);
  }

  private static EventReader reader(String pattern, String grant) {
    Caller caller = new Caller("c", "::1", List.of(Grant.parse(grant)));
    return new EventReader(caller, new QueuePattern(pattern));
  }

  private static FeedState state(
      FeedState before, List<FeedState.Versioned> tasks, Map<String, String> queues) {
    return before.after(new ArrayList<>(tasks), List.of(), queues, queues::containsKey, Set.of());
  }
}
