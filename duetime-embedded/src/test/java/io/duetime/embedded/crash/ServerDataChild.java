package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.Document;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Changes a document, appends to the audit log and numbers a job, again and again, until the
 * process is killed. Says how often it has done so.
 */
final class ServerDataChild {
  static final String QUEUE = "numbered";
  static final String COLLECTION = "tokens";
  static final String NAME = "ann";
  static final int BLOCK = 100_000;

  private ServerDataChild() {}

  /** Takes the store's folder. */
  public static void main(String[] arguments) {
    EmbeddedEngine engine =
        EmbeddedEngine.open(
            Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
    long first = answer(engine.reserveNumbers(QUEUE, BLOCK));
    long version = Document.ABSENT;
    System.out.println(first);
    for (int i = 1; i < BLOCK; i++) {
      byte[] content = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
      version = answer(engine.putDocument(COLLECTION, NAME, version, content)).version();
      answer(engine.audit(AuditEvent.of("ann", "change " + i)));
      answer(engine.schedule(QUEUE, List.of(Calls.job("j" + i, 0)), Durability.FSYNCED));
      answer(engine.numberJobs(QUEUE, Map.of("j" + i, first + i)));
      System.out.println(i);
    }
  }
}
