package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.Durability;
import io.duetime.JobChange;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.Documents.Document;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * Changes a document, appends to the audit log, reserves a number and updates a job, again and
 * again, until the process is killed. Says how often it has done so.
 */
final class ServerDataChild {
  static final String QUEUE = "numbered";
  static final String COLLECTION = "tokens";
  static final String NAME = "ann";
  static final String JOB = "updated";
  static final int CHANGES = 100_000;

  private ServerDataChild() {}

  private static void update(EmbeddedEngine engine, byte[] content) {
    String tag = "t" + new String(content, StandardCharsets.US_ASCII);
    JobChange<JobBody> change =
        JobChange.<JobBody>none().payload(JobBody.of(content)).tags(List.of(tag));
    answer(engine.update(QUEUE, List.of(new JobUpdate(JOB, change)), Durability.FSYNCED));
  }

  /** Takes the store's folder. */
  public static void main(String[] arguments) {
    EmbeddedEngine engine =
        EmbeddedEngine.open(
            Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
    JobSpec job = JobSpec.builder(JOB, JobBody.of(new byte[0]), DueTime.after(86_400_000)).build();
    answer(engine.schedule(QUEUE, List.of(job), Durability.FSYNCED));
    long version = Document.ABSENT;
    for (int i = 1; i < CHANGES; i++) {
      byte[] content = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
      version = answer(engine.putDocument(COLLECTION, NAME, version, content)).version();
      answer(engine.audit(AuditEvent.of("ann", "change " + i)));
      answer(engine.reserveNumbers(QUEUE, 1));
      update(engine, content);
      System.out.println(i);
    }
  }
}
