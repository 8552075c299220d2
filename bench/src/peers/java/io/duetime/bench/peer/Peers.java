package io.duetime.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All that are compared; {@code systems.txt} describes them. */
public final class Peers {
  private static final String OURS = "duetime";
  private static final String FILE = "systems.txt";
  private static final List<Spec> ALL = read();

  /** The runs that some cannot take part in. */
  private static final Map<String, List<String>> WITHOUT =
      Map.of(
          "kill", List.of("duetime-memory", "delay-queue", "executor", "wheel"),
          "drain", List.of("executor", "wheel", "expiry"));

  private static final Map<String, String> REASONS =
      Map.of(
          "kill", "its jobs end with the process",
          "drain", "its jobs come when they are due, with or without consumers");

  private Peers() {}

  /**
   * A system and how it is configured.
   *
   * @param name on the command line
   * @param title on the page
   * @param artifact whose jar tells the version, or where the program comes from
   * @param keeper where its jobs are
   * @param keeps how safe they are there
   * @param consumers that run in one process
   * @param configuration what differs from its defaults, and how its consumers work
   * @param license of the system
   * @param why it may do something in less time than Duetime
   */
  public record Spec(
      String name,
      String title,
      String artifact,
      Keeper keeper,
      String keeps,
      int consumers,
      String configuration,
      String license,
      String why) {
    static Spec of(String line) {
      String[] cells = line.split(" \\| ", -1);
      return new Spec(
          cells[0],
          cells[1],
          cells[2],
          Keeper.valueOf(cells[3]),
          cells[4],
          Integer.parseInt(cells[5]),
          cells[6],
          cells[7],
          cells[8]);
    }

    /** Whether it is Duetime. */
    public boolean isOurs() {
      return name.startsWith(OURS);
    }

    /** Whether it is no program of Java. */
    public boolean isOfNode() {
      return name.equals("bullmq");
    }

    /** The name of Duetime on the same kind of store. */
    public String base() {
      return OURS
          + switch (keeps.charAt(0)) {
            case 'h' -> "-memory";
            case 'R' -> "-redis";
            default -> "-folder";
          };
    }

    /** Why it cannot take part in a run; empty if it can. */
    public String reasonWithout(String run) {
      boolean isWithout = WITHOUT.getOrDefault(run, List.of()).contains(name);
      return isWithout ? Objects.requireNonNull(REASONS.get(run)) : "";
    }

    /** Opens it in this process. */
    public Peer open(Place place) throws Exception {
      return switch (name) {
        case "duetime-beanstalkd", "beanstalkd", "beanstalkd-log" -> new BeanstalkdPeer(place);
        case "redisson" -> new RedissonPeer(place);
        case "rqueue" -> new RqueuePeer(place);
        case "zset-poll" -> new ArticlePeer.Poll(place);
        case "zset-script" -> new ArticlePeer.Script(place);
        case "expiry" -> new ArticlePeer.Expiry(place);
        case "db-scheduler" -> new DbSchedulerPeer(place);
        case "quartz" -> new QuartzPeer(place);
        case "jobrunr" -> new JobRunrPeer(place);
        case "rabbitmq" -> new RabbitPeer(place);
        case "rocketmq" -> new RocketPeer(place);
        case "delay-queue" -> new InProcess.Queue();
        case "executor" -> new InProcess.Executor();
        case "wheel" -> new InProcess.Wheel();
        default -> new OurPeer(place);
      };
    }
  }

  /** Finds one by its name. */
  public static Spec named(String name) {
    return ALL.stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no peer " + name));
  }

  /** Lists them. */
  public static List<Spec> all() {
    return ALL;
  }

  private static List<Spec> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Peers.class.getResourceAsStream(FILE)),
                StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(Spec::of).toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
