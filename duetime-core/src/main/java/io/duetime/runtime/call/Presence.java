package io.duetime.runtime.call;

import io.duetime.Limits;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process tells the others of a store about itself, as a document. A line is a kind and its
 * values with tabs between them, percent-encoded; readers ignore kinds that they do not know.
 *
 * @param process its name, for example process id and host
 * @param atMillis when it was published, by the store's clock
 * @param server address and version of its server; null without one
 * @param workers its workers that are open
 * @param targets the targets of its hand-overs that take nothing
 * @param more how many workers, targets and queues of targets are left out
 */
public record Presence(
    String process,
    long atMillis,
    @Nullable Server server,
    List<Working> workers,
    List<Target> targets,
    long more) {
  /** The collection of the documents, one for each open store of a process. */
  public static final String COLLECTION = "presence";

  /** How long a process counts as present after it was last heard of. */
  public static final Duration YOUNG = Duration.ofSeconds(15);

  /** So many jobs of abandoned handlers are told of a worker. */
  public static final int MOST_JOBS = 5;

  private static final int MOST_BYTES = 60 * 1024;
  private static final int MOST_QUEUES = 100;
  private static final int MOST_BYTES_OF_QUEUES = 8 * 1024;
  private static final int MOST_FAILURE = 500;

  /** Where a server listens, and its version. */
  public record Server(String address, String version) {}

  /**
   * A worker.
   *
   * @param concurrency how many handlers it runs at once
   * @param abandoned how many of its handlers were abandoned and have not ended
   * @param stuck whether it claims nothing because of them
   * @param sinceMillis since when the first of them is abandoned; 0 if that is not known
   * @param jobs the jobs of the first abandoned ones
   */
  public record Working(
      String queue,
      String name,
      int concurrency,
      int running,
      int abandoned,
      boolean stuck,
      long sinceMillis,
      List<String> jobs) {
    /** The jobs of the first abandoned handlers, as many as are told. */
    public List<String> firstJobs() {
      return jobs.subList(0, Math.min(jobs.size(), MOST_JOBS));
    }

    // One entry, so that both lines are written or left out.
    private String lines() {
      String worker =
          line("worker", queue, name, concurrency, running, abandoned, stuck, firstJobs());
      return sinceMillis == 0 ? worker : worker + line("since", sinceMillis);
    }

    private Working since(long moment) {
      return new Working(queue, name, concurrency, running, abandoned, stuck, moment, jobs);
    }
  }

  /**
   * A target of hand-overs that takes nothing.
   *
   * @param isMissing whether that is so for these queues alone, because of their settings or
   *     destination
   * @param sinceMillis since when; 0 if that is not known
   * @param untilMillis until when nothing is sent; 0 if that is not known
   * @param lastSuccessMillis when it last confirmed a message of this process; 0 if that is not
   *     known
   * @param failure its last failure, or empty
   * @param queues the first queues that wait for it
   */
  public record Target(
      String name,
      boolean isMissing,
      long sinceMillis,
      long untilMillis,
      long lastSuccessMillis,
      String failure,
      List<String> queues) {
    private String lines() {
      String line = line("target", values().toArray());
      return lastSuccessMillis == 0 ? line : line + line("success", name, lastSuccessMillis);
    }

    private Target succeeded(long moment) {
      return new Target(name, isMissing, sinceMillis, untilMillis, moment, failure, queues);
    }

    private List<Object> values() {
      String cut = failure.substring(0, Math.min(failure.length(), MOST_FAILURE));
      return List.of(
          name, isMissing, sinceMillis, untilMillis, cut, queues.subList(0, queuesThatFit()));
    }

    private int queuesThatFit() {
      int fit = 0;
      for (int bytes = 0; fit < Math.min(queues.size(), MOST_QUEUES); fit++) {
        bytes += encoded(queues.get(fit)).length() + 1;
        if (bytes > MOST_BYTES_OF_QUEUES) {
          break;
        }
      }
      return fit;
    }
  }

  /** The name of a worker among the consumers of its queue. */
  public static String consumer(String worker, String process) {
    String name = worker.equals(process) ? worker : worker + "@" + process;
    return name.substring(0, Math.min(Limits.MAX_TEXT_BYTES, name.length()));
  }

  /** Whether the process was heard of lately. */
  public boolean isYoungAt(long nowMillis) {
    return nowMillis - atMillis < YOUNG.toMillis();
  }

  /** Whether there is something to tell. */
  public boolean isEmpty() {
    return server == null && workers.isEmpty() && targets.isEmpty();
  }

  /** The same, with what a server adds. */
  public Presence with(Server newServer, List<Target> newTargets) {
    return new Presence(process, atMillis, newServer, workers, newTargets, more);
  }

  /** The same at a moment. */
  public Presence at(long moment) {
    return new Presence(process, moment, server, workers, targets, more);
  }

  /** Encodes it; leaves out what does not fit into a document. */
  public byte[] encode() {
    return encode(MOST_BYTES);
  }

  /** Encodes it; leaves out what does not fit into so many bytes, and counts it. */
  public byte[] encode(int mostBytes) {
    List<String> lines = new ArrayList<>();
    lines.add(line("process", process, atMillis));
    if (server != null) {
      lines.add(line("server", server.address, server.version));
    }
    targets.forEach(one -> lines.add(one.lines()));
    workers.forEach(one -> lines.add(one.lines()));
    StringBuilder text = new StringBuilder();
    int left = targets.stream().mapToInt(one -> one.queues.size() - one.queuesThatFit()).sum();
    for (String line : lines) {
      if (text.length() + line.length() < mostBytes) {
        text.append(line);
      } else {
        left++;
      }
    }
    return text.append(line("more", left)).toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String line(String kind, Object... values) {
    StringBuilder line = new StringBuilder(kind);
    for (Object value : values) {
      for (Object one : value instanceof Collection<?> some ? some : List.of(value)) {
        line.append('\t').append(encoded(one.toString()));
      }
    }
    return line.append('\n').toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** Decodes a document; one that cannot be read is empty, and old. */
  public static Presence decode(byte[] content) {
    try {
      return read(content);
    } catch (RuntimeException malformed) {
      return new Presence("", 0, null, List.of(), List.of(), 0);
    }
  }

  private static Presence read(byte[] content) {
    Presence read = new Presence("", 0, null, new ArrayList<>(), new ArrayList<>(), 0);
    for (String line : new String(content, StandardCharsets.US_ASCII).lines().toList()) {
      List<String> values =
          Arrays.stream(line.split("\t", -1))
              .map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8))
              .toList();
      read = read.with(values.get(0), values.subList(1, values.size()));
    }
    return read;
  }

  private Presence with(String kind, List<String> values) {
    switch (kind) {
      case "process" -> {
        long at = Long.parseLong(values.get(1));
        return new Presence(values.get(0), at, server, workers, targets, more);
      }
      case "server" -> {
        return with(new Server(values.get(0), values.get(1)), targets);
      }
      case "more" -> {
        long left = Long.parseLong(values.get(0));
        return new Presence(process, atMillis, server, workers, targets, left);
      }
      case "worker" -> workers.add(Decoder.working(values));
      case "since" ->
          workers.set(
              workers.size() - 1,
              workers.get(workers.size() - 1).since(Long.parseLong(values.get(0))));
      case "target" -> targets.add(Decoder.target(values));
      case "success" -> {
        int last = targets.size() - 1;
        targets.set(last, targets.get(last).succeeded(Long.parseLong(values.get(1))));
      }
      default -> {}
    }
    return this;
  }

  private static final class Decoder {
    static Working working(List<String> values) {
      return new Working(
          values.get(0),
          values.get(1),
          Integer.parseInt(values.get(2)),
          Integer.parseInt(values.get(3)),
          Integer.parseInt(values.get(4)),
          Boolean.parseBoolean(values.get(5)),
          0,
          values.subList(6, values.size()));
    }

    static Target target(List<String> values) {
      return new Target(
          values.get(0),
          Boolean.parseBoolean(values.get(1)),
          Long.parseLong(values.get(2)),
          Long.parseLong(values.get(3)),
          0,
          values.get(4),
          values.subList(5, values.size()));
    }
  }
}
