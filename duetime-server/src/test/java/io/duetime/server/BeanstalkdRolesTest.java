package io.duetime.server;

import static io.duetime.server.access.Role.ADMIN;
import static io.duetime.server.access.Role.CONSUME;
import static io.duetime.server.access.Role.PAYLOAD;
import static io.duetime.server.access.Role.PRODUCE;
import static io.duetime.server.access.Role.READ;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.server.AuditLog;
import io.duetime.memory.MemoryEngine;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Role;
import io.duetime.server.access.Token;
import io.duetime.server.access.TokenStore;
import io.duetime.server.beanstalkd.Command.Verb;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every command with every role, on a tube with the role and on one without it. */
@Timeout(120)
class BeanstalkdRolesTest {
  private static final Set<Role> ANY = EnumSet.allOf(Role.class);
  private static final Set<Role> READERS = Set.of(READ, PAYLOAD, ADMIN);
  private static final Set<Role> PAYLOAD_READERS = Set.of(PAYLOAD, ADMIN);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final MemoryEngine engine = new MemoryEngine(time);
  private final TokenStore tokens = new TokenStore(engine, new SecureRandom());
  private DuetimeServer server;

  /**
   * What a command needs.
   *
   * @param lines the command; TUBE is the tube and JOB the number of a delayed job in it
   * @param roles those that allow it on the tube
   * @param refusal the answer to a caller without one of them
   */
  private record Need(String lines, Set<Role> roles, String refusal) {
    static Need of(String lines, Set<Role> roles) {
      return new Need(lines, roles, "FORBIDDEN");
    }

    static Need ofJob(String lines, Set<Role> roles) {
      return new Need(lines, roles, "NOT_FOUND");
    }
  }

  private static final Map<Verb, Need> NEEDS =
      Map.ofEntries(
          entry(Verb.PUT, Need.of("use TUBE\r\nput 1 0 60 1\r\na", Set.of(PRODUCE, ADMIN))),
          entry(Verb.PEEK_READY, Need.of("use TUBE\r\npeek-ready", PAYLOAD_READERS)),
          entry(Verb.PEEK_DELAYED, Need.of("use TUBE\r\npeek-delayed", PAYLOAD_READERS)),
          entry(Verb.PEEK_BURIED, Need.of("use TUBE\r\npeek-buried", PAYLOAD_READERS)),
          entry(Verb.WATCH, Need.of("watch TUBE", Set.of(CONSUME, ADMIN))),
          entry(Verb.RESERVE_WITH_TIMEOUT, Need.of("reserve-with-timeout 0", Set.of())),
          entry(Verb.RESERVE, Need.of("reserve", Set.of())),
          entry(Verb.KICK, Need.of("use TUBE\r\nkick 1", Set.of(ADMIN))),
          entry(Verb.PAUSE_TUBE, Need.of("pause-tube TUBE 0", Set.of(ADMIN))),
          entry(Verb.STATS_TUBE, Need.of("stats-tube TUBE", READERS)),
          entry(Verb.STATS, Need.of("stats", Set.of())),
          entry(Verb.PEEK, Need.ofJob("peek JOB", PAYLOAD_READERS)),
          entry(Verb.STATS_JOB, Need.ofJob("stats-job JOB", READERS)),
          entry(Verb.KICK_JOB, Need.ofJob("kick-job JOB", Set.of(ADMIN))),
          entry(Verb.RESERVE_JOB, Need.ofJob("reserve-job JOB", Set.of(CONSUME, ADMIN))),
          entry(Verb.DELETE, Need.ofJob("delete JOB", Set.of(PRODUCE, ADMIN))),
          entry(Verb.USE, Need.of("use TUBE", ANY)),
          entry(Verb.LIST_TUBES, Need.of("list-tubes", ANY)),
          entry(Verb.LIST_TUBE_USED, Need.of("list-tube-used", ANY)),
          entry(Verb.LIST_TUBES_WATCHED, Need.of("list-tubes-watched", ANY)));

  /** Those that concern only what the connection has itself. */
  private static final Set<Verb> FREE =
      EnumSet.of(
          Verb.RELEASE,
          Verb.BURY,
          Verb.TOUCH,
          Verb.IGNORE,
          Verb.QUIT,
          Verb.AUTH,
          Verb.ERROR,
          Verb.WEB);

  @BeforeEach
  void start() {
    create("root", "admin");
    ServerSettings settings =
        ServerSettings.builder()
            .store("memory:")
            .http(new HostPort("127.0.0.1", 0))
            .set(
                Setting.BEANSTALKD,
                List.of(new BeanstalkdAddress(new HostPort("127.0.0.1", 0), "root")))
            .build();
    server = DuetimeServer.over(engine, settings, time);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everyCommandIsListed() {
    Set<Verb> listed = EnumSet.copyOf(FREE);
    listed.addAll(NEEDS.keySet());

    assertThat(listed).containsExactlyInAnyOrder(Verb.values());
  }

  @Test
  void aCommandNeedsItsRoleOnItsTube() throws IOException {
    SoftAssertions all = new SoftAssertions();
    for (Role role : Role.values()) {
      String secret = create(role.text(), role.text() + "=mine");
      for (Map.Entry<Verb, Need> need : NEEDS.entrySet()) {
        for (String tube : List.of("mine", "other")) {
          Need needed = need.getValue();
          boolean isAllowed =
              needed.roles().equals(ANY) || (needed.roles().contains(role) && tube.equals("mine"));
          String answer = answer(secret, needed.lines(), tube);
          all.assertThat(answer.equals(needed.refusal()))
              .as("%s on %s with %s=mine: %s", need.getKey(), tube, role.text(), answer)
              .isEqualTo(!isAllowed);
        }
      }
    }
    all.assertAll();
  }

  /** Runs the lines on a tube with a delayed job, and returns the answer to the last one. */
  private String answer(String secret, String lines, String tube) throws IOException {
    try (Client root = new Client(server.beanstalkd().get(0));
        Client client = new Client(server.beanstalkd().get(0))) {
      root.ask("use " + tube);
      String job = root.put("1 100 60", "a").replace("INSERTED ", "");
      assertThat(client.ask("auth " + secret)).isEqualTo("AUTHENTICATED");
      String sent = lines.replace("TUBE", tube).replace("JOB", job);
      if (sent.startsWith("use ") && sent.contains("\r\n")) {
        assertThat(client.ask("use " + tube)).isEqualTo("USING " + tube);
        return client.ask(sent.substring(sent.indexOf('\n') + 1));
      }
      return client.ask(sent);
    }
  }

  @Test
  void aReserveTakesJobsOnlyFromTubesWithTheRole() throws IOException {
    String secret = create("worker", "consume=mine");
    try (Client root = new Client(server.beanstalkd().get(0));
        Client worker = new Client(server.beanstalkd().get(0))) {
      root.put("1 0 60", "of the default tube");
      root.ask("use mine");
      root.put("2 0 60", "of mine");

      worker.ask("auth " + secret);
      assertThat(worker.ask("watch mine")).isEqualTo("WATCHING 2");
      assertThat(worker.ask("reserve")).endsWith("of mine");
      assertThat(worker.ask("delete 2")).isEqualTo("NOT_FOUND");
      assertThat(worker.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
    }
  }

  @Test
  void tubesWithoutAnyRoleAreNotListed() throws IOException {
    String secret = create("reader", "read=mine");
    try (Client root = new Client(server.beanstalkd().get(0));
        Client reader = new Client(server.beanstalkd().get(0))) {
      root.ask("use other");
      root.put("1 0 60", "a");
      root.ask("use mine");

      reader.ask("auth " + secret);

      assertThat(reader.ask("list-tubes")).endsWith("---\n- mine\n");
      assertThat(root.ask("list-tubes")).endsWith("---\n- default\n- mine\n- other\n");
    }
  }

  @Test
  void moreCommandsThanTheTokenAllowsAreRefused() throws IOException {
    String secret =
        tokens
            .create("slow", List.of(Grant.parse("read")), new Token.Bounds(Long.MAX_VALUE, 3, 0))
            .toCompletableFuture()
            .join()
            .orElseThrow()
            .secret()
            .text();
    time.advance(Duration.ofSeconds(5));
    try (Client client = new Client(server.beanstalkd().get(0))) {
      client.ask("auth " + secret);
      assertThat(client.ask("use a")).isEqualTo("USING a");
      assertThat(client.ask("use a")).isEqualTo("USING a");
      assertThat(client.ask("use a")).isEqualTo("TOO_MANY_REQUESTS");

      time.advance(Duration.ofSeconds(1));

      assertThat(client.ask("use a")).isEqualTo("USING a");
    }
  }

  @Test
  void aConnectionThatStaysLoggedInUsesItsToken() throws IOException {
    String secret = create("worker", "consume=mine");
    try (Client client = new Client(server.beanstalkd().get(0))) {
      client.ask("auth " + secret);
      awaitLastUse("worker", time.instant());
      time.advance(Duration.ofHours(1));
      Instant later = time.instant();

      assertThat(client.ask("use mine")).isEqualTo("USING mine");

      awaitLastUse("worker", later);
    }
  }

  private void awaitLastUse(String token, Instant earliest) {
    Waiting.until(
        "the last use of " + token,
        () -> {
          time.advance(Duration.ofSeconds(2));
          Long at = tokens.uses().all().toCompletableFuture().join().get(token);
          return at != null && at >= earliest.toEpochMilli();
        });
  }

  @Test
  void moreJobsThanTheTokenMayScheduleAreRefused() throws IOException {
    String secret =
        tokens
            .create("slow", List.of(Grant.parse("produce")), new Token.Bounds(Long.MAX_VALUE, 0, 2))
            .toCompletableFuture()
            .join()
            .orElseThrow()
            .secret()
            .text();
    time.advance(Duration.ofSeconds(5));
    try (Client client = new Client(server.beanstalkd().get(0))) {
      client.ask("auth " + secret);
      assertThat(client.put("1 0 60", "a")).startsWith("INSERTED");
      assertThat(client.put("1 0 60", "b")).startsWith("INSERTED");
      assertThat(client.put("1 0 60", "c")).isEqualTo("TOO_MANY_REQUESTS");
      assertThat(client.ask("use a")).isEqualTo("USING a");

      time.advance(Duration.ofSeconds(1));

      assertThat(client.put("1 0 60", "c")).startsWith("INSERTED");
    }
  }

  @Test
  void pausesAndKicksAreInTheAuditLog() throws IOException {
    try (Client root = new Client(server.beanstalkd().get(0))) {
      root.put("1 100 60", "a");
      assertThat(root.ask("kick-job 1")).isEqualTo("KICKED");
      assertThat(root.ask("kick 5")).isEqualTo("KICKED 0");
      root.put("1 100 60", "b");
      assertThat(root.ask("kick 5")).isEqualTo("KICKED 1");
      assertThat(root.ask("pause-tube default 1")).isEqualTo("PAUSED");
      assertThat(root.ask("pause-tube unknown 1")).isEqualTo("NOT_FOUND");
    }

    assertThat(engine.auditEntries(AuditLog.NEWEST, 10).toCompletableFuture().join())
        .extracting(entry ->
            String.join(
                " ",
                entry.event().actor(),
                entry.event().action(),
                String.valueOf(entry.event().queue()),
                String.valueOf(entry.event().id())))
        .containsExactly(
            "root beanstalkd pause-tube default null",
            "root beanstalkd kick default null",
            "root beanstalkd kick-job null 1");
  }

  /** Makes a token that the server knows, and returns its secret. */
  private String create(String name, String grant) {
    String secret =
        tokens
            .create(name, List.of(Grant.parse(grant)), Token.Bounds.NONE)
            .toCompletableFuture()
            .join()
            .orElseThrow()
            .secret()
            .text();
    time.advance(Duration.ofSeconds(5));
    return secret;
  }
}
