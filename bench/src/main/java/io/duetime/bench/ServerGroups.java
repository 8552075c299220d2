package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;
import static io.duetime.bench.harness.Group.once;

import io.duetime.Duetime;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.LibraryCalls;
import io.duetime.bench.harness.LinuxProcess;
import io.duetime.bench.harness.Sizes;
import java.io.IOException;
import java.util.List;

/** A server that starts, a call of the command, and a server whose work is over. */
public final class ServerGroups {
  private ServerGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        cold(
            "server/start",
            "a server on an empty folder",
            rows -> rows.ours("a start", () -> start(rows.sizes))),
        cold(
            "server/command",
            "a call of the command",
            rows -> {
              ServerProcess server = rows.manage(ServerProcess.ready(rows.sizes.folder));
              rows.ours("queues", () -> command(server));
            }),
        once(
            "server/memory",
            "a server whose jobs have come and gone",
            rows -> rows.ours("a server", () -> comeAndGo(rows.sizes))));
  }

  private static Figures start(Sizes sizes) throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(sizes.folder)) {
      return new Figures()
          .with("listening, s", "%.2f", server.listeningSeconds())
          .with("ready, s", "%.2f", server.awaitReady())
          .with("CPU until then, s", "%.2f", server.cpuSeconds());
    }
  }

  private static Figures command(ServerProcess server) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Process process =
        new ProcessBuilder(ServerProcess.LAUNCHER, "queues", "--server", server.url().toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    LinuxProcess command = new LinuxProcess(process.pid());
    double cpuSeconds = 0;
    double peakMiB = 0;
    while (process.isAlive()) {
      cpuSeconds = Math.max(cpuSeconds, command.cpuSeconds());
      peakMiB = Math.max(peakMiB, command.bytes("VmHWM") / (1 << 20));
      Thread.sleep(1);
    }
    return new Figures()
        .with("s", "%.2f", (System.nanoTime() - begun) / 1e9)
        .with("CPU, s", "%.2f", cpuSeconds)
        .with("memory at most, MiB", "%.0f", peakMiB);
  }

  private static Figures comeAndGo(Sizes sizes) throws IOException, InterruptedException {
    try (ServerProcess server = ServerProcess.ready(sizes.folder)) {
      try (Duetime duetime = Duetime.open(server.url().toString())) {
        LibraryCalls calls = new LibraryCalls(duetime);
        calls.load(sizes.jobs / 2);
        calls.handling(sizes.jobs / 2);
      }
      double then = server.residentMiB();
      sizes.rest();
      return new Figures()
          .with("resident then, MiB", "%.0f", then)
          .with("after the idle time, MiB", "%.0f", server.residentMiB());
    }
  }
}
