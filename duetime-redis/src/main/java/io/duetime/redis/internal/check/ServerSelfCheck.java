package io.duetime.redis.internal.check;

import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.check.ServerChecks.ClockChecks;
import io.duetime.redis.internal.check.ServerChecks.ClockChecks.ClockSample;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks all servers of a store. An answer that a server refuses is also a finding. */
public final class ServerSelfCheck {
  /** How many names of queues are tried, to find one whose keys are on a server. */
  private static final int NAMES = 10_000;

  private final RedisStore store;
  private final ClockChecks clocks;

  /** Compares the clocks with that of this process. */
  public ServerSelfCheck(RedisStore store, TimeSource time) {
    this.store = store;
    this.clocks = new ClockChecks(store.link(), time);
  }

  /** All findings, node by node. */
  public CompletionStage<List<Finding>> findings() {
    List<Node> nodes = store.link().nodes();
    return Stages.inTurn(nodes, node -> look(node, nodes.size()))
        .thenApply(ServerSelfCheck::together);
  }

  private static List<Finding> together(List<Look> looks) {
    List<Finding> all = new ArrayList<>();
    looks.forEach(look -> all.addAll(look.findings()));
    all.addAll(ClockChecks.among(looks.stream().flatMap(look -> look.best().stream()).toList()));
    return all;
  }

  /** The findings of one server, and its best sample of the clock, if it told any. */
  private record Look(List<Finding> findings, List<ClockSample> best) {}

  private CompletionStage<Look> look(Node node, int nodes) {
    return ServerFacts.ask(store.link(), node)
        .thenCompose(told -> {
          Optional<String> why = told.text(ServerFacts.UNREACHABLE);
          return why.isEmpty()
              ? look(told, nodes)
              : Stages.done(
                  new Look(
                      List.of(
                          told.failure(
                              "answer",
                              "none: " + why.get(),
                              "see that it runs and can be reached")),
                      List.of()));
        });
  }

  private CompletionStage<Look> look(ServerFacts told, int nodes) {
    List<Finding> findings = new ArrayList<>(ServerChecks.of(told, nodes));
    return scripts(told)
        .thenCompose(ran -> {
          findings.add(ran);
          return clocks.samples(told.node());
        })
        .handle((samples, refused) -> {
          findings.addAll(
              samples == null
                  ? List.of(told.unknown("clock", "allow TIME"))
                  : ClockChecks.of(told, samples));
          return new Look(findings, samples == null ? List.of() : samples.subList(0, 1));
        });
  }

  /** Checks that a server runs scripts, by a script that only reads and needs no existing queue. */
  private CompletionStage<Finding> scripts(ServerFacts told) {
    Optional<ShardKeys> shard =
        IntStream.range(0, NAMES)
            .mapToObj(i -> store.home("self-check-" + i))
            .filter(some -> isOn(told.node(), some))
            .findFirst();
    return shard.isEmpty()
        ? Stages.done(told.finding("scripts", Verdict.UNKNOWN, "it seems to have no slots", ""))
        : store
            .run(shard.get(), "settings", new Arguments())
            .handle((reply, failure) -> ran(told, failure));
  }

  private boolean isOn(Node node, ShardKeys shard) {
    try {
      return store.link().nodeOf(shard.key("meta")).id().equals(node.id());
    } catch (RetryableException unknownSlot) {
      return false;
    }
  }

  private static Finding ran(ServerFacts told, @Nullable Throwable failure) {
    if (failure == null || Stages.cause(failure) instanceof ScriptErrorException) {
      return told.ok("scripts", "they run");
    }
    String why = String.valueOf(Stages.cause(failure).getMessage());
    return ServerFacts.isNoAnswer(failure)
        ? told.finding("scripts", Verdict.UNKNOWN, "no answer: " + why, "try again")
        : told.failure(
            "scripts", "they do not run: " + why, "allow EVAL, EVALSHA and the commands in them");
  }

  /**
   * What a server tells of itself; fields that it does not tell are missing.
   *
   * @param node the server
   * @param fields the fields of INFO and CLUSTER INFO by their names, settings as {@code config
   *     NAME}
   */
  record ServerFacts(Node node, Map<String, String> fields) {
    /** The field with the reason, if the server could not be asked. */
    static final String UNREACHABLE = "unreachable";

    private static final List<List<String>> QUESTIONS =
        List.of(
            List.of("INFO", "everything"),
            List.of("CONFIG", "GET", "appendfsync"),
            List.of("CONFIG", "GET", "save"),
            List.of("CLUSTER", "INFO"));

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    Optional<String> text(String name) {
      return Optional.ofNullable(fields.get(name));
    }

    OptionalLong number(String name) {
      String text = fields.getOrDefault(name, "");
      return NUMBER.matcher(text).matches()
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    }

    boolean says(String name, String value) {
      return value.equals(fields.get(name));
    }

    Finding ok(String topic, String message) {
      return finding(topic, Verdict.OK, message, "");
    }

    Finding warning(String topic, String message, String remedy) {
      return finding(topic, Verdict.WARNING, message, remedy);
    }

    Finding failure(String topic, String message, String remedy) {
      return finding(topic, Verdict.FAILURE, message, remedy);
    }

    Finding unknown(String topic, String remedy) {
      return finding(topic, Verdict.UNKNOWN, "the server does not tell", remedy);
    }

    Finding finding(String topic, Verdict verdict, String message, String remedy) {
      return new Finding(topic + " of " + node, verdict, message, remedy);
    }

    /** Asks a server about itself. Leaves out what the server refuses to tell. */
    static CompletionStage<ServerFacts> ask(RedisLink link, Node node) {
      return Stages.together(
              QUESTIONS.stream().map(question -> fields(link, node, question)).toList())
          .thenApply(answers -> {
            Map<String, String> fields = new HashMap<>();
            answers.forEach(fields::putAll);
            return new ServerFacts(node, fields);
          });
    }

    private static CompletionStage<Map<String, String>> fields(
        RedisLink link, Node node, List<String> question) {
      byte[][] arguments =
          question.stream()
              .skip(1)
              .map(word -> word.getBytes(StandardCharsets.US_ASCII))
              .toArray(byte[][]::new);
      return link.ask(node, question.get(0), arguments)
          .handle((reply, refused) -> refused == null ? fields(reply) : reason(refused));
    }

    private static Map<String, String> reason(Throwable refused) {
      return isNoAnswer(refused)
          ? Map.of(UNREACHABLE, String.valueOf(Stages.cause(refused).getMessage()))
          : Map.of();
    }

    /**
     * Settings are alternating names and values, everything else is lines of {@code name:value}.
     */
    private static Map<String, String> fields(@Nullable Object reply) {
      Map<String, String> fields = new HashMap<>();
      if (reply instanceof List<?> parts) {
        for (int i = 0; i + 1 < parts.size(); i += 2) {
          fields.put("config " + text(parts.get(i)), text(parts.get(i + 1)));
        }
      }
      text(reply)
          .lines()
          .map(line -> line.split(":", 2))
          .filter(field -> field.length == 2)
          .forEach(field -> fields.put(field[0], field[1]));
      return fields;
    }

    /** Whether no answer came; otherwise the server refused. */
    static boolean isNoAnswer(Throwable failure) {
      Throwable cause = Stages.cause(failure);
      return cause instanceof RetryableException || cause instanceof OutcomeUnknownException;
    }

    private static String text(@Nullable Object reply) {
      return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
    }
  }
}
