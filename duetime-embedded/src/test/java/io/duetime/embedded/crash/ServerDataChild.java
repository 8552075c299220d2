package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.Documents.Document;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Changes a document, appends to the audit log and reserves a number, again and again, until the
 * process is killed. Says how often it has done so.
 */
final class ServerDataChild {
  static final String QUEUE = "numbered";
  static final String COLLECTION = "tokens";
  static final String NAME = "ann";
  static final int CHANGES = 100_000;

  private ServerDataChild() {}

  /** Takes the store's folder. */
  public static void main(String[] arguments) {
    EmbeddedEngine engine =
        EmbeddedEngine.open(
            Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
    long version = Document.ABSENT;
    for (int i = 1; i < CHANGES; i++) {
      byte[] content = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
      version = answer(engine.putDocument(COLLECTION, NAME, version, content)).version();
      answer(engine.audit(AuditEvent.of("ann", "change " + i)));
      answer(engine.reserveNumbers(QUEUE, 1));
      System.out.println(i);
    }
  }
}
