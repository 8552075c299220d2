package io.duetime.bench.comparison;

import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.peer.Peers.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** A system that runs in Node, with packages that npm installs before its first run. */
final class NodeProgram {
  private static final Path SOURCES = Path.of("bench", "src", "peers", "node");

  private NodeProgram() {}

  /** The command that takes the arguments of {@link Child} after the name. */
  static List<String> command(Path work, Spec spec) throws IOException, InterruptedException {
    Path folder = work.resolve(spec.name()).toAbsolutePath();
    Files.createDirectories(folder);
    for (String file : List.of("package.json", "bullmq.mjs")) {
      Files.copy(SOURCES.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!Files.exists(folder.resolve("node_modules/bullmq"))) {
      install(folder);
    }
    return List.of("node", folder.resolve("bullmq.mjs").toString());
  }

  private static void install(Path folder) throws IOException, InterruptedException {
    try {
      int status =
          new ProcessBuilder("npm", "install", "--ignore-scripts", "--no-package-lock")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("npm.log").toFile())
              .start()
              .waitFor();
      if (status != 0) {
        throw new MissingPeerException("a package of npm, see " + folder.resolve("npm.log") + ",");
      }
    } catch (IOException missing) {
      throw missing instanceof MissingPeerException ? missing : new MissingPeerException("Node");
    }
  }
}
