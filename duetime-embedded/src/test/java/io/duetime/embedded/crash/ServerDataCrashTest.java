package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.ChildJvm;
import io.duetime.engine.Finding;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents, the audit log and reserved numbers survive a process that is killed with -9. */
class ServerDataCrashTest {
  private static final int CHANGES = 25;

  @TempDir Path folder;

  @Test
  void whatWasAnsweredIsKeptWhenTheProcessIsKilled() {
    int done = 0;
    try (ChildJvm child = ChildJvm.start(ServerDataChild.class, 128, folder.toString())) {
      while (done < CHANGES) {
        done = Integer.parseInt(child.line());
      }
    }

    try (EmbeddedEngine engine =
        EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system())) {
      assertThat(changes(engine)).isGreaterThanOrEqualTo(done);
      assertLog(answer(engine.auditEntries(AuditLog.NEWEST, 1_000)), done);
      assertThat(answer(engine.queueOfNumber(done))).hasValue(ServerDataChild.QUEUE);
      assertThat(answer(engine.reserveNumbers("another", 1))).isGreaterThan(done);
      assertUpdated(engine, done);
    }
  }

  private static int changes(EmbeddedEngine engine) {
    Document document =
        answer(engine.document(ServerDataChild.COLLECTION, ServerDataChild.NAME)).orElseThrow();
    return Integer.parseInt(new String(document.content(), StandardCharsets.US_ASCII));
  }

  private static void assertUpdated(EmbeddedEngine engine, int done) {
    JobView job = answer(engine.find(ServerDataChild.QUEUE, ServerDataChild.JOB)).orElseThrow();
    String payload = new String(job.body().payload(), StandardCharsets.US_ASCII);
    assertThat(Integer.parseInt(payload)).isGreaterThanOrEqualTo(done);
    assertThat(job.traits().tags()).containsExactly("t" + payload);
    Selection tagged = Selection.ALL.tagged("t" + payload);
    assertThat(answer(engine.list(ServerDataChild.QUEUE, tagged, null, 2)).jobs()).hasSize(1);
    assertThat(answer(engine.selfCheck()))
        .extracting(Finding::verdict)
        .containsOnly(Finding.Verdict.OK);
  }

  private static void assertLog(List<AuditEntry> newestFirst, int done) {
    assertThat(newestFirst).hasSizeGreaterThanOrEqualTo(done);
    for (AuditEntry entry : newestFirst) {
      assertThat(entry.event().action()).isEqualTo("change " + entry.number());
    }
    assertThat(newestFirst.get(0).number()).isEqualTo(newestFirst.size());
  }
}
