package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;

import io.duetime.bench.Connections.Connection;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Rows;
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

  private BeanstalkdGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        cold("beanstalkd/memory", "jobs a second", rows -> open(rows, false)),
        cold("beanstalkd/embedded", "each write on disk", rows -> open(rows, true)));
  }

  private static void open(Rows rows, boolean onDisk) {
    Path parent = rows.sizes.folder;
    rows.ours(
        "Duetime",
        () -> {
          String[] flags = onDisk ? new String[0] : new String[] {"--store", "memory:"};
          try (ServerProcess server = ServerProcess.ready(parent, flags)) {
            return rates(server.beanstalkd(), rows.sizes);
          }
        });
    rows.base(
        "beanstalkd",
        () -> {
          try (Beanstalkd server = Beanstalkd.start(parent, onDisk)) {
            return rates(server.address(), rows.sizes);
          }
        });
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
}
