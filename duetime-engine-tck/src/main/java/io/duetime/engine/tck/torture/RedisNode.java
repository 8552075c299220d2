package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.SmallDisk;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A Redis server that fsyncs before it answers, in a folder of its own. */
final class RedisNode {
  private static final int ANSWER_MILLIS = 10_000;
  private static final String JARRED = "/redis-server-7.0.15-";

  private final int port;
  private final Child process;

  /**
   * A server that is not started yet.
   *
   * @param options further words of its command
   */
  RedisNode(String name, Path folder, List<String> options) {
    this.port = freePort();
    Path data = SmallDisk.created(folder.resolve(name));
    List<String> command = new ArrayList<>(List.of(program(folder).toString()));
    command.addAll(List.of("--port", "" + port, "--bind", "127.0.0.1", "--dir", data.toString()));
    command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "always"));
    command.addAll(List.of("--repl-diskless-sync-delay", "0"));
    command.addAll(options);
    this.process = new Child(name, () -> command, folder.resolve(name + ".log"));
  }

  int port() {
    return port;
  }

  Child process() {
    return process;
  }

  /** The program: a property's, the one on the path, or the one in the jar of the tests. */
  private static synchronized Path program(Path folder) {
    String given = System.getProperty("duetime.redis.server", "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    for (String one : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (Files.isExecutable(Path.of(one, "redis-server"))) {
        return Path.of(one, "redis-server");
      }
    }
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
    URL jarred =
        RedisNode.class.getResource(
            JARRED + (mac ? "darwin" : "linux") + (arm ? "-arm64" : "-amd64"));
    if (jarred == null) {
      throw new IllegalArgumentException(
          "no redis-server on the path; install Redis, or give -Dduetime.redis.server=PATH");
    }
    Path file = folder.resolve("redis-server");
    try (InputStream program = jarred.openStream()) {
      if (!Files.exists(file)) {
        Files.write(file, program.readAllBytes());
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
    return Stream.generate(() -> ThreadLocalRandom.current().nextInt(11_000, 22_000))
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
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(ANSWER_MILLIS);
      StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
      for (String word : words) {
        request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
      }
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
      return answer(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException silent) {
      return "-" + silent;
    }
  }

  // An array has a space between its items.
  private static String answer(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    String rest = line.substring(1).strip();
    return switch (line.charAt(0)) {
      case '$' -> {
        int length = Integer.parseInt(rest);
        byte[] bytes = in.readNBytes(length < 0 ? 0 : length + 2);
        yield new String(bytes, StandardCharsets.UTF_8).strip();
      }
      case '*' -> {
        List<String> items = new ArrayList<>();
        for (int i = Integer.parseInt(rest); i > 0; i--) {
          items.add(answer(in));
        }
        yield String.join(" ", items);
      }
      case '-' -> "-" + rest;
      default -> rest;
    };
  }
}
