package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Limits;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.DocumentResult.Outcome;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Small documents that a server keeps in the store. */
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
}
