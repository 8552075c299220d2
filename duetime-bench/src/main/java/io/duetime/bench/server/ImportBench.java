package io.duetime.bench.server;

import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.ScratchFolder;
import io.duetime.bench.Yardstick;
import io.duetime.redis.fixture.RedisProcess;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the import of a sorted set in Redis, as the launcher runs it: into a folder, into the
 * same Redis, and through a server on a folder. Each run fills the set again and has a new store.
 */
public final class ImportBench {
  private static final Path LAUNCHER = Path.of("duetime").toAbsolutePath();
  private static final Pattern SECONDS = Pattern.compile("\"seconds\":([0-9.E-]+)");
  private static final String KEY = "delayed";
  private static final int FILL = 1_000;
  private static final int PAYLOAD = 100;
  private static final double YEAR_2100 = 4_102_444_800_000d;

  private final PrintStream out;
  private final int repetitions;
  private final int entries;

  private ImportBench(PrintStream out, int repetitions, int entries) {
    this.out = out;
    this.repetitions = repetitions;
    this.entries = entries;
  }

  /** Runs the bench; {@code --repetitions N} of {@code --entries N}. */
  public static void main(String... args) throws IOException, InterruptedException {
    Flags flags =
        Flags.parse(
            "usage: import [--repetitions 3] [--entries 1000000]",
            Set.of("repetitions", "entries"),
            args);
    new ImportBench(
            System.out, (int) flags.get("repetitions", 3), (int) flags.get("entries", 1_000_000))
        .run();
  }

  private void run() throws IOException, InterruptedException {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println();
    out.println("entries a second, min / median / max of " + repetitions);
    out.println();
    out.println("| into | |");
    out.println("|---|---:|");
    row("a folder", this::intoFolder);
    row("the same Redis", this::intoRedis);
    row("a server on a folder", this::intoServer);
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  /** One import from this Redis; answers entries a second. */
  private interface Import {
    double run(RedisProcess source) throws IOException, InterruptedException;
  }

  private void row(String into, Import measured) throws IOException, InterruptedException {
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      try (RedisProcess source = RedisProcess.start()) {
        fill(source);
        rates.add(measured.run(source));
      }
    }
    out.println("| " + into + " | " + MeasuredSpread.of(rates).format("%,.0f") + " |");
  }

  private double intoFolder(RedisProcess source) throws IOException, InterruptedException {
    try (ScratchFolder folder = ScratchFolder.in(Path.of("duetime-bench/target"))) {
      return move(source, "--store", "embedded:" + folder.path().resolve("store"));
    }
  }

  private double intoRedis(RedisProcess source) throws IOException, InterruptedException {
    return move(source, "--store", source.uri() + "/1");
  }

  private double intoServer(RedisProcess source) throws IOException, InterruptedException {
    try (ServerProcess server = new ServerProcess(LAUNCHER, "--beanstalkd", "off")) {
      server.awaitReady();
      return move(source, "--server", server.url().toString());
    }
  }

  private double move(RedisProcess source, String option, String target)
      throws IOException, InterruptedException {
    Process command =
        new ProcessBuilder(
                LAUNCHER.toString(),
                "import",
                "sorted-set",
                source.uri(),
                "--key",
                KEY,
                "--into",
                "moved",
                "--json",
                option,
                target)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String sum = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher seconds = SECONDS.matcher(sum);
    if (command.waitFor() != 0 || !sum.contains("\"moved\":" + entries) || !seconds.find()) {
      throw new IllegalStateException("the import failed: " + sum);
    }
    return entries / Double.parseDouble(seconds.group(1));
  }

  private void fill(RedisProcess source) {
    RedisClient client = RedisClient.create(source.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      List<RedisFuture<Long>> answers = new ArrayList<>();
      for (int i = 0; i < entries; i++) {
        answers.add(connection.async().zadd(KEY, YEAR_2100 + i, member(i)));
        if (answers.size() == FILL || i == entries - 1) {
          await(answers);
        }
      }
    } finally {
      client.shutdown();
    }
  }

  private static void await(List<RedisFuture<Long>> answers) {
    boolean answered =
        LettuceFutures.awaitAll(Duration.ofMinutes(1), answers.toArray(Future<?>[]::new));
    if (!answered) {
      throw new IllegalStateException("the source did not answer");
    }
    answers.clear();
  }

  private static String member(int number) {
    String head = "{\"order\":" + number + ",\"text\":\"";
    return head + "x".repeat(PAYLOAD - head.length() - 2) + "\"}";
  }
}
