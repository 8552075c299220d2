package io.duetime.bench.beanstalkd;

import io.duetime.bench.load.LatenessHistogram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How late delayed jobs come over the protocol: from the moment when the put was sent, plus the
 * delay, to the moment when the body has been read. So the time of both ways counts as lateness.
 */
final class ProtocolLateness {
  private static final int WORKERS = 4;
  private static final int MAX_DELAY_SECONDS = 5;

  private final InetSocketAddress server;
  private final int perSecond;
  private final int jobs;
  private final LatenessHistogram log = new LatenessHistogram();

  ProtocolLateness(InetSocketAddress server, int perSecond, int seconds) {
    this.server = server;
    this.perSecond = perSecond;
    this.jobs = perSecond * seconds;
  }

  /** Puts the jobs at an even rate with delays of 1 to 5 s, and works them meanwhile. */
  LatenessHistogram measure() throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    List<Wire> workers = new ArrayList<>();
    try (Wire producer = new Wire(server)) {
      List<Future<?>> working = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        Wire worker = new Wire(server);
        workers.add(worker);
        working.add(
            threads.submit(() -> {
              work(worker);
              return null;
            }));
      }
      produce(producer);
      log.awaitAll(Duration.ofMinutes(1));
      for (Wire worker : workers) {
        worker.stop();
      }
      for (Future<?> one : working) {
        one.get();
      }
    } catch (ExecutionException failed) {
      throw new IOException(failed.getCause());
    } finally {
      threads.shutdownNow();
      for (Wire worker : workers) {
        worker.close();
      }
    }
    return log;
  }

  private void produce(Wire wire) throws IOException, InterruptedException {
    log.expect(jobs, CompletableFuture.completedStage(jobs));
    long begun = System.nanoTime();
    for (int i = 0; i < jobs; i++) {
      long planned = begun + i * 1_000_000_000L / perSecond;
      long ahead = planned - System.nanoTime();
      if (ahead > 0) {
        Thread.sleep(ahead / 1_000_000, (int) (ahead % 1_000_000));
      } else {
        log.producerLag(-ahead);
      }
      int delay = 1 + i % MAX_DELAY_SECONDS;
      String due = Long.toString(System.currentTimeMillis() + delay * 1_000L);
      String answer = wire.ask("put 1000 %d 60 %d\r\n%s\r\n".formatted(delay, due.length(), due));
      if (!answer.startsWith("INSERTED ")) {
        throw new IOException("the server has answered " + answer);
      }
    }
  }

  private void work(Wire wire) throws IOException {
    String answer = wire.ask("reserve\r\n");
    while (answer != null && answer.startsWith("RESERVED ")) {
      log.came(Long.parseLong(wire.line()));
      wire.ask("delete " + answer.split(" ", -1)[1] + "\r\n");
      answer = wire.ask("reserve\r\n");
    }
  }

  private static final class Wire implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final BufferedReader in;

    Wire(InetSocketAddress server) throws IOException {
      socket = new Socket(server.getAddress(), server.getPort());
      socket.setTcpNoDelay(true);
      out = socket.getOutputStream();
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    void send(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Ends the reserve that waits. */
    void stop() throws IOException {
      socket.shutdownOutput();
    }

    String ask(String text) throws IOException {
      send(text);
      return line();
    }

    String line() throws IOException {
      return in.readLine();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
