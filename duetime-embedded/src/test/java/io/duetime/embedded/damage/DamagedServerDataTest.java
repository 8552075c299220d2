package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged document or entry of the audit log does not hide the others. */
class DamagedServerDataTest {
  private static final byte[] CONTENT = {1};

  @TempDir Path folder;

  private EmbeddedEngine open() {
    return EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }

  private void damage(String key) {
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder));
        Batch batch = disk.batch()) {
      batch.put(Family.META, key.getBytes(StandardCharsets.ISO_8859_1), new byte[] {9});
      disk.write(batch);
    }
  }

  @Test
  void aPageHasTheDocumentsBehindADamagedOneWhichCanBeDeletedAndReplaced() {
    try (EmbeddedEngine engine = open()) {
      for (String name : new String[] {"ann", "ben", "cem", "dan"}) {
        answer(engine.putDocument("tokens", name, Document.ABSENT, CONTENT));
      }
    }
    damage("Dtokens\0ann");
    damage("Dtokens\0ben");

    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.documents("tokens", null, 2)))
          .extracting(Document::name)
          .containsExactly("cem", "dan");
      assertThat(answer(engine.deleteDocument("tokens", "ann", Document.ABSENT)).outcome())
          .isEqualTo(Outcome.DONE);
      assertThat(answer(engine.document("tokens", "ann"))).isEmpty();
      assertThat(answer(engine.putDocument("tokens", "ben", Document.ABSENT, CONTENT)).outcome())
          .isEqualTo(Outcome.DONE);
      assertThat(answer(engine.documents("tokens", null, 100))).hasSize(3);
    }
  }

  @Test
  void aPageHasTheEntriesBehindADamagedOne() {
    try (EmbeddedEngine engine = open()) {
      for (int i = 0; i < 4; i++) {
        answer(engine.audit(AuditEvent.of("ann", "delete")));
      }
    }
    damage("A\0\0\0\0\0\0\0\3");

    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.auditEntries(AuditLog.NEWEST, 2)))
          .extracting(AuditEntry::number)
          .containsExactly(4L, 2L);
    }
  }
}
