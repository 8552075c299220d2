package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Limits;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.server.Documents.DocumentResult.Outcome;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server keeps in the store: small documents, and the log of who changed what. */
public abstract class DocumentsContract extends Contract {
  private static final String TOKENS = "tokens";

  @BeforeEach
  void needTheStoreItself() {
    assumeFalse(engine().capabilities().served(), "a server keeps these for itself");
  }

  private DocumentResult put(String name, long version, String content) {
    return Answers.of(
        engine().putDocument(TOKENS, name, version, content.getBytes(StandardCharsets.UTF_8)));
  }

  private DocumentResult delete(String name, long version) {
    return Answers.of(engine().deleteDocument(TOKENS, name, version));
  }

  private Optional<Document> find(String collection, String name) {
    return Answers.of(engine().document(collection, name));
  }

  private List<String> names(@Nullable String after, int limit) {
    return Answers.of(engine().documents(TOKENS, after, limit)).stream()
        .map(Document::name)
        .toList();
  }

  private static String text(Document document) {
    return new String(document.content(), StandardCharsets.UTF_8);
  }

  @Test
  void versionZeroMeansThatTheDocumentMustNotExist() {
    DocumentResult first = put("a", Document.ABSENT, "one");
    DocumentResult second = put("a", Document.ABSENT, "two");

    assertThat(first.outcome()).isEqualTo(Outcome.DONE);
    assertThat(first.version()).isPositive();
    assertThat(second).isEqualTo(new DocumentResult(Outcome.CHANGED_MEANWHILE, first.version()));
    assertThat(find(TOKENS, "a"))
        .hasValueSatisfying(document -> {
          assertThat(document.name()).isEqualTo("a");
          assertThat(document.version()).isEqualTo(first.version());
          assertThat(text(document)).isEqualTo("one");
        });
  }

  @Test
  void aDocumentIsReplacedOnlyInTheVersionThatWasRead() {
    assertThat(put("a", 7, "one"))
        .isEqualTo(new DocumentResult(Outcome.CHANGED_MEANWHILE, Document.ABSENT));
    assertThat(find(TOKENS, "a")).isEmpty();
    long first = put("a", Document.ABSENT, "one").version();
    long second = put("a", first, "two").version();

    assertThat(second).isGreaterThan(first);
    assertThat(put("a", first, "three"))
        .isEqualTo(new DocumentResult(Outcome.CHANGED_MEANWHILE, second));
    assertThat(find(TOKENS, "a").map(DocumentsContract::text)).hasValue("two");
  }

  @Test
  void aDocumentIsDeletedOnlyInTheVersionThatWasReadAndNoVersionIsGivenTwice() {
    long first = put("a", Document.ABSENT, "one").version();
    long second = put("a", first, "two").version();

    assertThat(delete("a", first)).isEqualTo(new DocumentResult(Outcome.CHANGED_MEANWHILE, second));
    assertThat(delete("a", second)).isEqualTo(new DocumentResult(Outcome.DONE, Document.ABSENT));
    assertThat(delete("a", second))
        .isEqualTo(new DocumentResult(Outcome.CHANGED_MEANWHILE, Document.ABSENT));
    assertThat(find(TOKENS, "a")).isEmpty();
    assertThat(names(null, 10)).isEmpty();
    assertThat(put("a", Document.ABSENT, "three").version()).isGreaterThan(second);
    assertThat(delete("a", second).outcome()).isEqualTo(Outcome.CHANGED_MEANWHILE);
  }

  @Test
  void collectionsAreSeparate() {
    put("a", Document.ABSENT, "one");

    assertThat(find("tasks", "a")).isEmpty();
    assertThat(find("token", "sa")).isEmpty();
    assertThat(Answers.of(engine().documents("tasks", null, 10))).isEmpty();
  }

  @Test
  void aListIsOrderedByTheBytesOfTheNames() {
    List<String> ordered = List.of("A", "B", "a", "a b", "ab", "ä", "\uffee", "\ud83d\ude00");
    new ArrayList<>(List.of(3, 1, 7, 0, 5, 2, 6, 4))
        .forEach(i -> put(ordered.get(i), Document.ABSENT, "x" + i));

    assertThat(names(null, 100)).isEqualTo(ordered);
    assertThat(names(null, 3)).isEqualTo(ordered.subList(0, 3));
    assertThat(names("a", 3)).isEqualTo(ordered.subList(3, 6));
    assertThat(names("aa", 3)).isEqualTo(ordered.subList(4, 7));
    assertThat(names("\ud83d\ude00", 3)).isEmpty();
    assertThat(Answers.of(engine().documents(TOKENS, "A", 1)))
        .singleElement()
        .satisfies(document -> {
          assertThat(text(document)).isEqualTo("x1");
          assertThat(document.version()).isPositive();
        });
  }

  @Test
  void aDocumentMayBeEmptyOrOfAnyBytes() {
    byte[] all = new byte[Limits.MAX_DOCUMENT_BYTES];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    Answers.of(engine().putDocument(TOKENS, "large", Document.ABSENT, all));
    put("empty", Document.ABSENT, "");

    assertThat(find(TOKENS, "large"))
        .hasValueSatisfying(document -> assertThat(document.content()).isEqualTo(all));
    assertThat(find(TOKENS, "empty"))
        .hasValueSatisfying(document -> assertThat(document.content()).isEmpty());
  }

  @Test
  void concurrentChangesOfOneVersionHaveOneWinner() {
    long version = put("a", Document.ABSENT, "0").version();
    List<CompletionStage<DocumentResult>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(engine().putDocument(TOKENS, "a", version, new byte[] {(byte) i}));
    }

    assertThat(answers.stream().map(Answers::of).map(DocumentResult::outcome))
        .containsOnlyOnce(Outcome.DONE)
        .contains(Outcome.CHANGED_MEANWHILE);
  }

  @Test
  void aFullCollectionTakesChangesOnly() {
    List<CompletionStage<DocumentResult>> answers = new ArrayList<>();
    for (int i = 0; i < Limits.MAX_DOCUMENTS; i++) {
      answers.add(engine().putDocument("tasks", "t" + i, Document.ABSENT, new byte[0]));
    }
    assertThat(answers.stream().map(Answers::of).map(DocumentResult::outcome))
        .allMatch(Outcome.DONE::equals);
    long version = find("tasks", "t0").orElseThrow().version();

    assertThat(Answers.of(engine().putDocument("tasks", "more", Document.ABSENT, new byte[0])))
        .isEqualTo(new DocumentResult(Outcome.FULL, Document.ABSENT));
    assertThat(Answers.of(engine().putDocument("tasks", "t0", version, new byte[1])).outcome())
        .isEqualTo(Outcome.DONE);
    Answers.of(engine().deleteDocument("tasks", "t1", find("tasks", "t1").orElseThrow().version()));
    assertThat(
            Answers.of(engine().putDocument("tasks", "more", Document.ABSENT, new byte[0]))
                .outcome())
        .isEqualTo(Outcome.DONE);
  }

  @Test
  void documentsSurviveReopening() {
    assumeTrue(engine().capabilities().durable(), "nothing outlives the process");
    put("gone", put("gone", Document.ABSENT, "x").version(), "y");
    long last = delete("gone", find(TOKENS, "gone").orElseThrow().version()).version();
    long version = put("a", Document.ABSENT, "one").version();

    store.reopen();

    assertThat(last).isEqualTo(Document.ABSENT);
    assertThat(find(TOKENS, "a"))
        .hasValueSatisfying(document -> {
          assertThat(document.version()).isEqualTo(version);
          assertThat(text(document)).isEqualTo("one");
        });
    assertThat(put("b", Document.ABSENT, "two").version()).isGreaterThan(version);
    assertThat(names(null, 10)).containsExactly("a", "b");
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
