package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Limits;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log of who changed what. */
public abstract class AuditContract extends Contract {
  @BeforeEach
  void needTheStoreItself() {
    assumeFalse(engine().capabilities().served(), "a server keeps these for itself");
  }

  private long append(AuditEvent event) {
    return Answers.of(engine().audit(event));
  }

  private long append(String action) {
    return append(AuditEvent.of("ann", action));
  }

  private List<AuditEntry> page(long before, int limit) {
    return Answers.of(engine().auditEntries(before, limit));
  }

  @Test
  void anEntryIsReadAsItWasAppended() {
    AuditEvent whole =
        new AuditEvent(
            "ann", "cancel", "orders", "order-42", Map.of("outcome", "CANCELLED", "näme", ""));
    AuditEvent bare = AuditEvent.of("bob", "token create");

    long first = append(whole);
    long firstAt = now();
    advance(Duration.ofSeconds(5));
    long second = append(bare);

    assertThat(page(AuditLog.NEWEST, 10))
        .containsExactly(
            new AuditEntry(second, firstAt + 5_000, bare), new AuditEntry(first, firstAt, whole));
    assertThat(second).isEqualTo(first + 1);
  }

  @Test
  void beforeTheFirstEntryThereIsNone() {
    assertThat(page(AuditLog.NEWEST, 10)).isEmpty();
    append("first");

    assertThat(page(1, 10)).isEmpty();
    assertThat(page(0, 10)).isEmpty();
    assertThat(page(Long.MIN_VALUE, 10)).isEmpty();
  }

  @Test
  void pagesGoBackwards() {
    for (int i = 1; i <= 7; i++) {
      append("a" + i);
    }
    List<AuditEntry> newest = page(AuditLog.NEWEST, 3);
    append("later");
    List<AuditEntry> next = page(newest.get(2).number(), 3);
    List<AuditEntry> last = page(next.get(2).number(), 3);

    assertThat(newest)
        .extracting(entry -> entry.event().action())
        .containsExactly("a7", "a6", "a5");
    assertThat(next).extracting(entry -> entry.event().action()).containsExactly("a4", "a3", "a2");
    assertThat(last).extracting(entry -> entry.event().action()).containsExactly("a1");
  }

  @Test
  void theOldestEntriesAreRemovedFirst() {
    List<CompletionStage<Long>> answers = new ArrayList<>();
    for (int i = 0; i < Limits.MAX_AUDIT_ENTRIES + 5; i++) {
      answers.add(engine().audit(AuditEvent.of("ann", "a")));
    }
    answers.forEach(Answers::of);

    List<Long> numbers = new ArrayList<>();
    List<AuditEntry> entries = page(AuditLog.NEWEST, Limits.MAX_PAGE);
    while (!entries.isEmpty()) {
      entries.forEach(entry -> numbers.add(entry.number()));
      entries = page(entries.get(entries.size() - 1).number(), Limits.MAX_PAGE);
    }

    assertThat(numbers).hasSize(Limits.MAX_AUDIT_ENTRIES);
    assertThat(numbers.get(0)).isEqualTo(Limits.MAX_AUDIT_ENTRIES + 5L);
    assertThat(numbers.get(numbers.size() - 1)).isEqualTo(6);
  }

  @Test
  void entriesSurviveReopening() {
    assumeTrue(engine().capabilities().durable(), "nothing outlives the process");
    long number = append("before");
    List<AuditEntry> before = page(AuditLog.NEWEST, 10);

    store.reopen();

    assertThat(page(AuditLog.NEWEST, 10)).isEqualTo(before);
    assertThat(append("after")).isEqualTo(number + 1);
  }
}
