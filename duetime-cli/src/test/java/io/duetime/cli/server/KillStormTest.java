package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.ServerCommandProcess;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.beanstalkd.fixture.Client;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients of both protocols put and work jobs of one queue while their server is killed again and
 * again. Every job that was answered is worked in the end.
 */
@Tag("full")
class KillStormTest {
  private static final int KILLS = 2;
  private static final int JOBS_BETWEEN = 300;
  private static final String QUEUE = "/v1/queues/storm/";
  private static final Pattern JOB =
      Pattern.compile("\"payloadBase64\":\"([^\"]*)\".*?\"lease\":\"([^\"]*)\"");

  @TempDir private Path folder;
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Set<String> worked = ConcurrentHashMap.newKeySet();
  private final Set<String> unsure = ConcurrentHashMap.newKeySet();
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger names = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private volatile ServerCommandProcess server;
  private volatile boolean over;
  private volatile boolean stopped;

  @AfterEach
  void end() throws InterruptedException {
    stopped = true;
    if (server != null) {
      server.close();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void inAFolder() throws Exception {
    storm("embedded:" + folder.resolve("store"));
  }

  @Test
  void onRedis() throws Exception {
    storm(RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID());
  }

  @Test
  void onACluster() throws Exception {
    storm(RedisCluster.shared().uri() + "?prefix=" + UUID.randomUUID());
  }

  private void storm(String store) throws Exception {
    server = new ServerCommandProcess(store);
    run(this::putOverTheProtocol);
    run(this::putOverHttp);
    run(this::workOverTheProtocol);
    run(this::workOverHttp);
    for (int kill = 0; kill < KILLS; kill++) {
      int enough = accepted.size() + JOBS_BETWEEN;
      Waiting.until("jobs", () -> accepted.size() > enough);
      server.kill();
      server = new ServerCommandProcess(store);
    }
    int last = accepted.size() + JOBS_BETWEEN;
    Waiting.until("jobs of the last server", () -> accepted.size() > last);
    over = true;
    try {
      Waiting.until("the end of all jobs", this::areAllDone);
    } catch (AssertionError never) {
      throw new AssertionError("not worked: " + missing(), never);
    }
    assertThat(accepted).hasSizeGreaterThan(KILLS * JOBS_BETWEEN);
  }

  private String missing() throws IOException, InterruptedException {
    List<String> names =
        accepted.stream()
            .filter(name -> !worked.contains(name) && !unsure.contains(name))
            .limit(10)
            .toList();
    HttpRequest list =
        HttpRequest.newBuilder(server.http().resolve(QUEUE + "jobs?limit=10")).build();
    return names + " of " + client.send(list, BodyHandlers.ofString()).body();
  }

  private interface Work {
    /** Works until the server is gone or the storm is over. */
    void with(ServerCommandProcess current) throws IOException, InterruptedException;
  }

  /** Repeats the work with the server of the moment; a worker goes on until all jobs have come. */
  private void run(Work work) {
    Thread thread =
        new Thread(() -> {
          while (!isDone()) {
            ServerCommandProcess current = server;
            try {
              work.with(current);
            } catch (IOException | AssertionError gone) {
              // The server was killed. What it did not answer may have happened or not.
              Waiting.until("the next server", () -> server != current || isDone());
            } catch (InterruptedException hurried) {
              return;
            }
          }
        });
    threads.add(thread);
    thread.start();
  }

  /** Notes the answer to a settlement; without one it may have been made or not. */
  private void settled(String name, boolean done) {
    unsure.remove(name);
    if (done) {
      worked.add(name);
    }
  }

  private boolean isDone() {
    return stopped || areAllDone();
  }

  private boolean areAllDone() {
    return over
        && accepted.stream().allMatch(name -> worked.contains(name) || unsure.contains(name));
  }

  private void putOverTheProtocol(ServerCommandProcess current) throws IOException {
    try (Client producer = new Client(current.beanstalkd())) {
      producer.ask("use storm");
      while (!over && !stopped) {
        String name = "p" + names.incrementAndGet();
        if (producer.put("1 0 5", name).startsWith("INSERTED ")) {
          accepted.add(name);
        } else {
          return;
        }
      }
    }
    awaitTheEnd();
  }

  private void putOverHttp(ServerCommandProcess current) throws IOException, InterruptedException {
    while (!over && !stopped) {
      String name = "h" + names.incrementAndGet();
      HttpRequest put =
          HttpRequest.newBuilder(current.http().resolve(QUEUE + "jobs/" + name))
              .header("Content-Type", "text/plain")
              .PUT(BodyPublishers.ofString(name))
              .build();
      if (client.send(put, BodyHandlers.ofString()).statusCode() == 201) {
        accepted.add(name);
      }
    }
    awaitTheEnd();
  }

  private void awaitTheEnd() {
    Waiting.until("the end", this::isDone);
  }

  private void workOverTheProtocol(ServerCommandProcess current) throws IOException {
    try (Client worker = new Client(current.beanstalkd())) {
      worker.ask("watch storm");
      worker.ask("ignore default");
      while (!isDone()) {
        String answer = worker.ask("reserve-with-timeout 1");
        if (answer.startsWith("RESERVED ")) {
          String id = answer.split(" ", -1)[1];
          String name = answer.substring(answer.indexOf('\n') + 1);
          unsure.add(name);
          String settled = worker.ask("delete " + id);
          if (settled.isEmpty()) {
            return;
          }
          settled(name, settled.equals("DELETED"));
        } else if (answer.isEmpty()) {
          return;
        }
      }
    }
  }

  private void workOverHttp(ServerCommandProcess current) throws IOException, InterruptedException {
    while (!isDone()) {
      String claim = "{\"max\":10,\"wait\":\"1s\",\"lease\":\"5s\",\"payloadAs\":\"base64\"}";
      Matcher jobs = JOB.matcher(post(current, "claim", claim));
      while (jobs.find()) {
        String ack = "{\"leases\":[\"%s\"]}".formatted(jobs.group(2));
        String name =
            new String(Base64.getDecoder().decode(jobs.group(1)), StandardCharsets.US_ASCII);
        unsure.add(name);
        settled(name, post(current, "ack", ack).contains("\"ACKED\""));
      }
    }
  }

  private String post(ServerCommandProcess current, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest post =
        HttpRequest.newBuilder(current.http().resolve(QUEUE + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    return client.send(post, BodyHandlers.ofString()).body();
  }
}
