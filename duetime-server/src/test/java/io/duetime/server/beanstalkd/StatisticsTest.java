package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.RealBeanstalkd;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every field of the statistics after the same commands, here and in beanstalkd. */
class StatisticsTest {
  /** Fields of the process and its machine. */
  private static final Set<String> OWN =
      Set.of(
          "pid",
          "version",
          "rusage-utime",
          "rusage-stime",
          "uptime",
          "id",
          "hostname",
          "os",
          "platform");

  /** Seconds that pass in beanstalkd while the test runs. */
  private static final Set<String> CLOCKS = Set.of("age", "time-left", "pause-time-left");

  private static final int MAX_SECONDS = 10;

  @RegisterExtension private final BeanstalkdServer server = new BeanstalkdServer(TestStore.MEMORY);

  @Test
  void eachFieldIsThatOfBeanstalkd() throws IOException {
    try (RealBeanstalkd beanstalkd = RealBeanstalkd.start()) {
      List<Map<String, String>> theirs = statistics(beanstalkd.address());
      // As the test has done to see whether beanstalkd listens.
      new Client(server.address()).close();
      List<Map<String, String>> ours = statistics(server.address());

      for (int i = 0; i < theirs.size(); i++) {
        compare(i, ours.get(i), theirs.get(i));
      }
    }
  }

  private static void compare(int step, Map<String, String> ours, Map<String, String> theirs) {
    assertThat(List.copyOf(ours.keySet()))
        .as("step %s", step)
        .isEqualTo(List.copyOf(theirs.keySet()));
    boolean ofServer = ours.containsKey("pid");
    theirs.forEach((field, value) -> {
      if (CLOCKS.contains(field)) {
        assertThat(Math.abs(Long.parseLong(ours.get(field)) - Long.parseLong(value)))
            .as("step %s, %s", step, field)
            .isLessThan(MAX_SECONDS);
      } else if (!ofServer || !(OWN.contains(field) || field.startsWith("binlog-"))) {
        assertThat(ours.get(field)).as("step %s, %s", step, field).isEqualTo(value);
      }
    });
  }

  private static List<Map<String, String>> statistics(InetSocketAddress address)
      throws IOException {
    List<Map<String, String>> all = new ArrayList<>();
    try (Client client = new Client(address);
        Client other = new Client(address)) {
      run(client, "use t", "watch t", "ignore default", "list-tubes", "list-tube-used");
      all.add(stats(client, "stats-tube t"));
      client.put("5 0 60", "urgent");
      client.put("2000 0 60", "two");
      client.put("2000 1000 30", "delayed");
      client.put("2000 0 60", "four");
      all.add(stats(client, "stats-job 1"));
      all.add(stats(client, "stats-job 3"));
      run(client, "reserve");
      all.add(stats(client, "stats-job 1"));
      all.add(stats(other, "stats-job 1"));
      run(client, "touch 1", "release 1 6 500");
      all.add(stats(client, "stats-job 1"));
      run(client, "reserve-with-timeout 0", "bury 2 7", "peek 2", "peek-ready", "peek-buried");
      all.add(stats(client, "stats-job 2"));
      run(client, "kick 1", "peek-delayed", "reserve-job 2");
      all.add(stats(client, "stats-job 2"));
      run(client, "delete 2", "pause-tube t 900", "list-tubes-watched", "reserve-with-timeout 0");
      all.add(stats(client, "stats-tube t"));
      all.add(stats(client, "stats-tube default"));
      other.send("watch t\r\nreserve\r\n");
      other.answer();
      while (!client.ask("stats-tube t").contains("current-waiting: 1\n")) {
        Thread.onSpinWait();
      }
      all.add(stats(client, "stats-tube t"));
      all.add(withoutStatsTube(stats(client, "stats")));
    }
    return all;
  }

  // How often the loop above has asked differs.
  private static Map<String, String> withoutStatsTube(Map<String, String> stats) {
    stats.put("cmd-stats-tube", "any");
    return stats;
  }

  private static void run(Client client, String... commands) {
    for (String command : commands) {
      client.ask(command);
    }
  }

  private static Map<String, String> stats(Client client, String command) {
    Map<String, String> fields = new LinkedHashMap<>();
    String answer = client.ask(command);
    assertThat(answer).as(command).startsWith("OK ");
    answer
        .lines()
        .skip(2)
        .forEach(line -> {
          String[] pair = line.split(": ", 2);
          // Since 1.13 texts are in quotes.
          fields.put(pair[0], pair[1].replace("\"", ""));
        });
    return fields;
  }
}
