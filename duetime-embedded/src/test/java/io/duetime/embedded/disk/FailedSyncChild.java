package io.duetime.embedded.disk;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.engine.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Schedules jobs before and after fsync fails, and says what it was answered. */
final class FailedSyncChild {
  private FailedSyncChild() {}

  /** Takes the store's folder and the file whose being there lets fsync fail. */
  public static void main(String[] arguments) throws IOException {
    Path trigger = Path.of(arguments[1]);
    EmbeddedEngine engine =
        EmbeddedEngine.open(
            Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
    System.out.println("before: " + schedule(engine, "before", Durability.FSYNCED));
    Files.createFile(trigger);
    System.out.println("synced: " + schedule(engine, "open", Durability.FSYNCED));
    System.out.println("after: " + schedule(engine, "after", Durability.NONE));
    Files.delete(trigger);
    System.out.println(
        "although the disk is well again: " + schedule(engine, "after", Durability.FSYNCED));
    Finding writing =
        answer(engine.selfCheck()).stream()
            .filter(finding -> finding.check().equals("writing"))
            .findFirst()
            .orElseThrow();
    System.out.println("self-check: " + writing.verdict());
    engine.close();
    System.exit(0);
  }

  private static String schedule(EmbeddedEngine engine, String id, Durability durability) {
    try {
      return answer(engine.schedule("q", List.of(Calls.job(id, 0)), durability))
          .get(0)
          .outcome()
          .name();
    } catch (DuetimeException failure) {
      return failure.code().name();
    }
  }
}
