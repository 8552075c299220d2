package io.duetime.bench.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/**
 * One call of the command.
 *
 * @param seconds from its start to its end
 * @param figures shortly before its end
 */
record CommandCall(double seconds, ProcessFigures figures) {
  static CommandCall measure(Path launcher, URI server) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Process process =
        new ProcessBuilder(launcher.toString(), "queues", "--server", server.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    ProcessFigures last = new ProcessFigures(0, 0, 0);
    while (process.isAlive()) {
      last = figures(process, last);
      Thread.sleep(1);
    }
    return new CommandCall((System.nanoTime() - begun) / 1e9, last);
  }

  private static ProcessFigures figures(Process process, ProcessFigures before) {
    try {
      return ProcessFigures.of(process.pid());
    } catch (IOException ended) {
      return before;
    }
  }
}
