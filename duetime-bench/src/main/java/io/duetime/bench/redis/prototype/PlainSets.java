package io.duetime.bench.redis.prototype;

import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.Throughput;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.bench.redis.server.ServerThroughput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The yardstick Y: how often a second the server can SET 100 bytes, asked by 50 connections that
 * send 16 at a time; by Redis's own program, or by ours where that is missing.
 */
public final class PlainSets {
  private static final int CONNECTIONS = 50;
  private static final int PIPELINED = 16;
  private static final String SET =
      "*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$100\r\n" + "x".repeat(JobSource.PAYLOAD_BYTES) + "\r\n";
  private static final Pattern RATE = Pattern.compile("^\"SET\",\"([0-9.]+)\"", Pattern.MULTILINE);
  private static final int REPLIES_BYTES = PIPELINED * "+OK\r\n".length();

  private final BenchServer server;
  private final String program;
  private final int requests;
  private final boolean usesProgram;

  public PlainSets(BenchServer server, String program, int requests) {
    this.server = server;
    this.program = program;
    this.requests = requests;
    this.usesProgram = starts(program);
  }

  private static boolean starts(String program) {
    try {
      Process process = new ProcessBuilder(program, "--version").start();
      return process.waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** What it is that {@link #measure} does. */
  public String describe() {
    String how =
        "SET of 100 bytes, %d connections, %d at a time, %,d requests"
            .formatted(CONNECTIONS, PIPELINED, requests);
    return usesProgram ? program + ", " + how : how + ", by a program of ours in Java";
  }

  /** Measures it once. */
  public ServerThroughput measure() {
    return server.measure(usesProgram ? this::byProgram : this::byOurs);
  }

  private Throughput byProgram() {
    try {
      List<String> command = new ArrayList<>(List.of(program, "--csv", "-t", "set"));
      option(command, "-p", server.port());
      option(command, "-d", JobSource.PAYLOAD_BYTES);
      option(command, "-c", CONNECTIONS);
      option(command, "-n", requests);
      option(command, "-P", PIPELINED);
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Throughput(
          requests,
          perSecond(output).orElseThrow(() -> new IllegalStateException(program + ": " + output)),
          0);
    } catch (IOException e) {
      throw new IllegalStateException("cannot run " + program, e);
    }
  }

  private static void option(List<String> command, String name, int value) {
    command.add(name);
    command.add(Integer.toString(value));
  }

  /** What it says in its line for SET. */
  public static Optional<Double> perSecond(String csv) {
    Matcher line = RATE.matcher(csv);
    return line.find() ? Optional.of(Double.valueOf(line.group(1))) : Optional.empty();
  }

  private Throughput byOurs() {
    AtomicInteger left = new AtomicInteger(requests / PIPELINED);
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        sockets.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
      }
      return new Callers(CONNECTIONS)
          .asLongAs(() -> left.getAndDecrement() > 0, caller -> setting(sockets.get(caller)));
    } catch (IOException e) {
      throw new IllegalStateException("the server does not listen", e);
    } finally {
      sockets.forEach(PlainSets::close);
    }
  }

  private static Callers.Call setting(Socket socket) {
    byte[] sets = SET.repeat(PIPELINED).getBytes(StandardCharsets.US_ASCII);
    return () -> {
      socket.getOutputStream().write(sets);
      socket.getInputStream().readNBytes(REPLIES_BYTES);
      return PIPELINED;
    };
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close a connection", e);
    }
  }
}
