package io.duetime.embedded.lock;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;

/** Opens a store, says so, and holds it until the process is ended. */
final class HoldingChild {
  private HoldingChild() {}

  public static void main(String[] arguments) throws IOException {
    EmbeddedEngine engine =
        EmbeddedEngine.open(
            Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
    System.out.println("open");
    if (System.in.read() < 0) {
      engine.close();
    }
  }
}
