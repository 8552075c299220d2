import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Takes payments for orders, and at the end checks which orders were closed. Needs only a JDK.
 *
 * <pre>
 * java Shop.java pay   SERVERS PAYMENTS ANSWERS         pays in time, then waits until nothing is left
 * java Shop.java check SERVERS ORDERS ANSWERS CLOSED N  exits with 0 if all are right
 * </pre>
 *
 * SERVERS are one or more, separated by commas: when one does not answer, the next is asked. N is the
 * number of commands that may have been cut off before their acknowledgement. Another worker closed such
 * an order again, unless it was paid before.
 */
public final class Shop {
  private static final String QUEUE = "/v1/queues/order-timeouts";
  private static final int AT_ONCE = 100;
  private static final Pattern RESULT =
      Pattern.compile("\"id\":\"([^\"]+)\",\"outcome\":\"([A-Z]+)\"");
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<URI> servers;
  private int asked;
  private boolean away;

  private Shop(String servers) {
    this.servers = Arrays.stream(servers.split(",")).map(URI::create).toList();
  }

  public static void main(String[] args) throws Exception {
    Shop shop = new Shop(args[1]);
    if (args[0].equals("pay")) {
      shop.pay(Path.of(args[2]), Path.of(args[3]));
      shop.awaitNothingLeft();
    } else {
      boolean good =
          shop.check(
              Path.of(args[2]), Path.of(args[3]), Path.of(args[4]), Integer.parseInt(args[5]));
      System.exit(good ? 0 : 1);
    }
  }

  private record Payment(long atMillis, String order) {}

  private void pay(Path payments, Path answers) throws IOException, InterruptedException {
    List<Payment> due = new ArrayList<>();
    for (String line : Files.readAllLines(payments)) {
      if (!line.startsWith("#")) {
        String[] parts = line.split(" ");
        due.add(new Payment(Long.parseLong(parts[0]), parts[1]));
      }
    }
    long start = System.nanoTime();
    try (PrintStream out = new PrintStream(Files.newOutputStream(answers))) {
      int next = 0;
      while (next < due.size()) {
        long now = (System.nanoTime() - start) / 1_000_000;
        int end = next;
        while (end < due.size() && end - next < AT_ONCE && due.get(end).atMillis() <= now) {
          end++;
        }
        if (end > next) {
          cancel(due.subList(next, end), out);
          next = end;
        } else {
          Thread.sleep(due.get(next).atMillis() - now);
        }
      }
    }
  }

  /** Cancels the closing of an order that is paid. */
  private void cancel(List<Payment> paid, PrintStream out) throws InterruptedException {
    String ids =
        paid.stream()
            .map(payment -> "\"" + payment.order() + "\"")
            .collect(Collectors.joining(",", "{\"ids\":[", "]}"));
    Matcher results = RESULT.matcher(call("/jobs/cancel", ids));
    while (results.find()) {
      out.println(results.group(1) + " " + results.group(2));
    }
  }

  /** Waits until no job is delayed, ready or running. One answer has all three counts. */
  private void awaitNothingLeft() throws InterruptedException {
    for (String counts = call("", null); left(counts) > 0; counts = call("", null)) {
      Thread.sleep(200);
    }
  }

  private static long left(String counts) {
    return count(counts, "delayed") + count(counts, "ready") + count(counts, "running");
  }

  private static long count(String counts, String state) {
    Matcher matcher = Pattern.compile("\"" + state + "\":([0-9]+)").matcher(counts);
    if (!matcher.find()) {
      throw new IllegalStateException("the server tells no count of " + state);
    }
    return Long.parseLong(matcher.group(1));
  }

  /** Repeats until it is answered. Cancelled jobs are remembered, so repeating is safe. */
  private String call(String path, String json) throws InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder().timeout(Duration.ofSeconds(10));
    if (json != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
    }
    while (true) {
      try {
        URI server = servers.get(asked % servers.size());
        request.uri(server.resolve(QUEUE + path));
        var response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() == 200) {
          tellAway(false);
          return response.body();
        }
        System.err.println("the server answered " + response.statusCode() + "; repeating the call");
      } catch (IOException unanswered) {
        tellAway(true);
      }
      asked++;
      Thread.sleep(250);
    }
  }

  private void tellAway(boolean nowAway) {
    if (nowAway != away) {
      away = nowAway;
      System.err.println(away ? "no server answers; repeating the call" : "a server answers");
    }
  }

  private boolean check(Path orders, Path answers, Path closed, int mayRepeat)
      throws IOException, InterruptedException {
    Set<String> toBeClosed = new HashSet<>();
    for (String line : Files.readAllLines(orders)) {
      Matcher id = ID.matcher(line);
      if (id.find()) {
        toBeClosed.add(id.group(1));
      }
    }
    int all = toBeClosed.size();
    Map<String, Integer> outcomes = new TreeMap<>();
    Set<String> tooLate = new HashSet<>();
    for (String line : Files.readAllLines(answers)) {
      String[] parts = line.split(" ");
      outcomes.merge(parts[1], 1, Integer::sum);
      if (parts[1].equals("CANCELLED")) {
        toBeClosed.remove(parts[0]);
      } else if (parts[1].equals("RUNNING")) {
        tooLate.add(parts[0]);
      }
    }
    System.out.println(all + " orders; payments answered " + outcomes);
    return compare(toBeClosed, tooLate, Files.readAllLines(closed), mayRepeat);
  }

  /**
   * Compares the closed orders with the expected ones. An order that was paid while a worker had its
   * job may be closed or not: the job is not tried again. If the worker was cut off before the
   * acknowledgement, the job does not count as done.
   */
  private boolean compare(
      Set<String> toBeClosed, Set<String> tooLate, List<String> lines, int mayRepeat)
      throws InterruptedException {
    Map<String, Integer> times = new HashMap<>();
    List<Long> lateness = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.split(" ");
      times.merge(parts[0], 1, Integer::sum);
      lateness.add(Long.parseLong(parts[2]) - Instant.parse(parts[1]).toEpochMilli());
    }
    Set<String> missing = new HashSet<>(toBeClosed);
    missing.removeAll(times.keySet());
    missing.removeAll(tooLate);
    Set<String> wrongly = new HashSet<>(times.keySet());
    wrongly.removeAll(toBeClosed);
    String but = mayRepeat == 0 ? "" : " except where a command was cut off";
    boolean good = holds("every unpaid order was closed", missing.size(), missing);
    good &= holds("no paid order was closed" + but, Math.max(0, wrongly.size() - mayRepeat), wrongly);
    int again = lines.size() - times.size() + wrongly.size();
    good &= holds("none was closed twice" + but, Math.max(0, again - mayRepeat), Set.of());
    good &= holds("none was closed early", lateness.stream().filter(ms -> ms < 0).count(), Set.of());
    Set<String> forSure = new HashSet<>(times.keySet());
    forSure.removeAll(tooLate);
    forSure.removeAll(wrongly);
    String counts = call("", null);
    long done = count(counts, "done");
    good &= holds("the server counts the same number as done",
        Math.max(0, forSure.size() - done) + Math.max(0, done - times.size()), Set.of());
    good &= holds("none is dead", count(counts, "dead"), Set.of());
    tell(lateness);
    return good;
  }

  private static boolean holds(String what, long exceptions, Set<String> examples) {
    String some = examples.stream().limit(3).collect(Collectors.joining(", "));
    System.out.println((exceptions == 0 ? "ok    " : "WRONG ") + what
        + (exceptions == 0 ? "" : ": " + exceptions + " exceptions " + some));
    return exceptions == 0;
  }

  private static void tell(List<Long> lateness) {
    lateness.sort(null);
    System.out.printf(
        "%d closed; started after the due time by p50 %d ms, p90 %d ms, p99 %d ms, at most %d ms%n",
        lateness.size(), at(lateness, 50), at(lateness, 90), at(lateness, 99), at(lateness, 100));
  }

  private static long at(List<Long> sorted, int percent) {
    return sorted.isEmpty() ? 0 : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}
