package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;
import static io.duetime.bench.harness.Group.once;

import io.duetime.bench.Connections.Connection;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.harness.Sizes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The beanstalkd protocol beside beanstalkd, each server a process of its own with a new store, in
 * memory and with each write on disk before its answer. Nothing is pipelined.
 */
public final class BeanstalkdGroups {
  private static final String PUT = "put 1000 0 600 100\r\n" + "x".repeat(100) + "\r\n";
  private static final int PER_SECOND = 1_000;

  private BeanstalkdGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    String late = "1,000 jobs a second, delays of 1 to 5 s, from put + delay to the arrival";
    return List.of(
        cold("beanstalkd/memory", "jobs a second", rows -> open(rows, false, false)),
        cold("beanstalkd/embedded", "each write on disk", rows -> open(rows, true, false)),
        once("beanstalkd/memory-late", late, rows -> open(rows, false, true)),
        once("beanstalkd/embedded-late", late, rows -> open(rows, true, true)));
  }

  private static void open(Rows rows, boolean onDisk, boolean isLate) {
    Path parent = rows.sizes.folder;
    rows.ours(
        "Duetime",
        () -> {
          String[] flags = onDisk ? new String[0] : new String[] {"--store", "memory:"};
          try (ServerProcess server = ServerProcess.ready(parent, flags)) {
            return measure(server.beanstalkd(), rows.sizes, isLate);
          }
        });
    rows.base(
        "beanstalkd",
        () -> {
          InetSocketAddress address = ServerProcess.freeAddress();
          try (Scratch folder = Scratch.in(parent)) {
            Process process = beanstalkd(address.getPort(), folder.path(), onDisk);
            try {
              return measure(address, rows.sizes, isLate);
            } finally {
              ServerProcess.end(process);
            }
          }
        });
  }

  private static Process beanstalkd(int port, Path folder, boolean onDisk)
      throws IOException, InterruptedException {
    String options = onDisk ? " -b " + folder + " -f 0" : "";
    String command = "beanstalkd -l 127.0.0.1 -p " + port + options;
    try {
      Process process = new ProcessBuilder(command.split(" ", -1)).inheritIO().start();
      Thread.sleep(500); // until it listens
      return process;
    } catch (IOException missing) {
      throw new Rows.MissingPeerException("beanstalkd");
    }
  }

  private static Figures measure(InetSocketAddress server, Sizes sizes, boolean isLate)
      throws IOException, InterruptedException {
    if (isLate) {
      int jobs = (int) (PER_SECOND * sizes.latenessSeconds);
      late(server, jobs / 4); // warms up
      return late(server, jobs).figures();
    }
    return rates(server, sizes);
  }

  private static Connections connect(InetSocketAddress server, int count) throws IOException {
    return new Connections(server, count, BeanstalkdGroups::isWhole);
  }

  private static boolean isWhole(String answer) {
    int end = answer.indexOf('\n');
    if (end < 0 || !answer.startsWith("RESERVED ")) {
      return end >= 0;
    }
    int body = Integer.parseInt(answer.substring(0, end - 1).split(" ", -1)[2]);
    return answer.length() == end + 1 + body + 2;
  }

  private static Figures rates(InetSocketAddress server, Sizes sizes) throws IOException {
    int jobs = sizes.jobs / 4;
    String many = ", " + sizes.connections + " connections";
    try (Connections alone = connect(server, 1);
        Connections all = connect(server, sizes.connections)) {
      rate(all, jobs, PUT); // warms up
      rate(all, jobs, "reserve\r\n");
      return new Figures()
          .with("put" + many, "%,.0f", rate(all, jobs, PUT))
          .with("reserve + delete" + many, "%,.0f", rate(all, jobs, "reserve\r\n"))
          .with("put, 1 connection", "%,.0f", rate(alone, jobs / 5, PUT))
          .with("reserve + delete, 1 connection", "%,.0f", rate(alone, jobs / 5, "reserve\r\n"));
    }
  }

  /** Sends a command for each job, and deletes it if it was reserved; returns jobs a second. */
  private static double rate(Connections connections, int jobs, String command) {
    int[] toBegin = {jobs};
    int[] toEnd = {jobs};
    Consumer<Connection> next =
        connection -> {
          if (toBegin[0]-- > 0) {
            connection.send(command);
          }
        };
    long begun = System.nanoTime();
    connections.all().forEach(next);
    connections.run(
        () -> toEnd[0] > 0,
        (connection, answer) -> {
          if (!isReserved(connection, answer)) {
            toEnd[0]--;
            next.accept(connection);
          }
        });
    return jobs * 1e9 / (System.nanoTime() - begun);
  }

  /** Deletes a job that was reserved. */
  private static boolean isReserved(Connection connection, String answer) {
    if (answer.startsWith("RESERVED ")) {
      connection.send("delete " + answer.split(" ", 3)[1] + "\r\n");
      return true;
    }
    if (!answer.startsWith("INSERTED ") && !answer.startsWith("DELETED")) {
      throw new IllegalStateException("the server has answered " + answer);
    }
    return false;
  }

  /** Puts jobs at an even rate, and works them meanwhile; both ways count as lateness. */
  private static Lateness late(InetSocketAddress server, int jobs)
      throws IOException, InterruptedException {
    Lateness log = new Lateness();
    log.expect(jobs);
    int[] left = {jobs};
    try (Connections workers = connect(server, 4);
        Connections producer = connect(server, 1)) {
      Runnable work =
          () -> {
            workers.all().forEach(connection -> connection.send("reserve\r\n"));
            workers.run(
                () -> left[0] > 0,
                (connection, answer) -> {
                  if (isReserved(connection, answer)) {
                    log.came(Long.parseLong(answer.split("\r\n", 3)[1]));
                  } else {
                    left[0]--;
                    connection.send("reserve\r\n");
                  }
                });
          };
      Thread working = new Thread(work);
      working.start();
      long begun = System.nanoTime();
      for (int i = 0; i < jobs; i++) {
        log.awaitTick(begun + i * 1_000_000_000L / PER_SECOND);
        int delay = 1 + i % 5;
        String due = Long.toString(System.currentTimeMillis() + delay * 1_000L);
        boolean[] isOpen = {true};
        Connection connection = producer.all().get(0);
        connection.send("put 1000 %d 60 %d\r\n%s\r\n".formatted(delay, due.length(), due));
        producer.run(() -> isOpen[0], (same, answer) -> isOpen[0] = isReserved(connection, answer));
      }
      log.awaitAll();
      working.join();
    }
    return log;
  }
}
