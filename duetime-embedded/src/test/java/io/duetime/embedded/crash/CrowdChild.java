package io.duetime.embedded.crash;

import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.tck.history.Crowd;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.RecordingEngine;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A crowd at work on a store until the process is killed; its history goes to a file. Says "on"
 * each time a thread has done a good deal.
 */
final class CrowdChild {
  static final String QUEUE = "crowd";
  private static final int SAID_EVERY = 40;

  private CrowdChild() {}

  /** Takes the store's folder, the history's file, the beginning of all ids, and a seed. */
  public static void main(String[] arguments) {
    InstantSource clock = InstantSource.system();
    EmbeddedEngine engine =
        EmbeddedEngine.open(Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), clock);
    History history = History.to(Path.of(arguments[1]));
    RecordingEngine recorded = new RecordingEngine(engine, history, clock::millis);
    Crowd crowd = new Crowd(recorded, QUEUE, arguments[2], Durability.FSYNCED);
    SplittableRandom seeds = new SplittableRandom(Long.parseLong(arguments[3]));
    start(crowd::produce, seeds.split());
    start(crowd::consume, seeds.split());
    start(crowd::consume, seeds.split());
    start(crowd::meddle, seeds.split());
  }

  private static void start(Consumer<SplittableRandom> role, SplittableRandom random) {
    Thread thread =
        new Thread(() -> {
          for (int acts = 1; ; acts++) {
            role.accept(random);
            if (acts % SAID_EVERY == 0) {
              System.out.println("on");
            }
          }
        });
    thread.start();
  }
}
