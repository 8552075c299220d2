package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.LineSocket;
import io.duetime.engine.tck.torture.process.SmallDisk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Redis server that fsyncs before it answers, in a folder of its own. */
record RedisNode(int port, Child process) {
  private static final int ANSWER_MILLIS = 10_000;
  private static final String JARRED = "/redis-server-7.0.15-";

  /**
   * A server that is not started yet.
   *
   * @param options further words of its command
   */
  static RedisNode in(Path folder, String name, List<String> options) {
    int port = freePort();
    Path data = SmallDisk.created(folder.resolve(name));
    List<String> command = new ArrayList<>(List.of(program(folder).toString()));
    command.addAll(List.of("--port", "" + port, "--bind", "127.0.0.1", "--dir", data.toString()));
    command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "always"));
    command.addAll(List.of("--repl-diskless-sync-delay", "0"));
    command.addAll(options);
    return new RedisNode(port, new Child(name, () -> command, folder.resolve(name + ".log")));
  }

  /** The program: a property's, the one on the path, or the one in the jar of the tests. */
  private static Path program(Path folder) {
    String path = System.getenv().getOrDefault("PATH", "");
    String given = System.getProperty("duetime.redis.server", "");
    return given.isEmpty()
        ? Stream.of(path.split(":", -1))
            .map(one -> Path.of(one, "redis-server"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseGet(() -> unpacked(folder.resolve("redis-server")))
        : Path.of(given);
  }

  private static Path unpacked(Path file) {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
    String name = JARRED + (mac ? "darwin" : "linux") + (arm ? "-arm64" : "-amd64");
    try (@Nullable InputStream jarred = RedisNode.class.getResourceAsStream(name)) {
      if (jarred == null) {
        throw new IllegalArgumentException(
            "no redis-server on the path; install Redis, or give -Dduetime.redis.server=PATH");
      }
      if (!Files.exists(file)) {
        Files.copy(jarred, file);
      }
      if (!file.toFile().setExecutable(true)) {
        throw new IOException("cannot make " + file + " executable");
      }
      return file;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** A port that is free, as is the one 10,000 above, which a node of a cluster also takes. */
  static int freePort() {
    return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(11_000, 22_000))
        .filter(port -> isFree(port) && isFree(port + 10_000))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  /** Whether it answers and has loaded its data. */
  boolean answers() {
    return call("PING").equals("PONG");
  }

  /** Calls a command; an answer that does not come, or an error, is a text that begins with -. */
  String call(String... words) {
    StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    try (LineSocket socket = new LineSocket(port, ANSWER_MILLIS)) {
      socket.write(request.toString());
      return answer(socket);
    } catch (IOException silent) {
      return "-" + silent;
    }
  }

  // An array has a space between its items.
  private static String answer(LineSocket socket) throws IOException {
    String line = socket.line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '$' -> rest.equals("-1") ? "" : socket.text(Integer.parseInt(rest) + 2).strip();
      case '*' -> {
        StringJoiner items = new StringJoiner(" ");
        for (int i = Integer.parseInt(rest); i > 0; i--) {
          items.add(answer(socket));
        }
        yield items.toString();
      }
      case '-' -> line;
      default -> rest;
    };
  }
}
