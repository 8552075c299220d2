package io.duetime.cli.transfer;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.text;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.time.Threads;
import io.duetime.transfer.EngineTarget;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Mover;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem;
import io.duetime.transfer.Source.OtherSystem.Survey;
import io.duetime.transfer.Source.Page;
import io.duetime.transfer.TransferException;
import io.duetime.wire.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Moves the jobs of another system, as one command says. */
final class SystemImport {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Invocation given;
  private final Terminal terminal;
  private final TimeSource time;
  private final Supplier<OtherSystem> opener;
  private final boolean isFollowed;
  private final @Nullable Duration idle;
  private long answeredNanos;
  private long busyNanos;

  private SystemImport(Invocation given, Supplier<OtherSystem> opener) {
    this.given = given;
    this.terminal = given.terminal();
    this.time = terminal.time();
    this.opener = opener;
    this.isFollowed = given.is("--follow");
    this.idle = given.duration("--idle-exit").orElse(null);
  }

  /** The options that all these commands have. */
  static Param[] params() {
    return new Param[] {
      text("--store", "URI", "Store the jobs in this store itself, not through a server."),
      flag("--dry-run", "Count the entries and print some of them; change nothing."),
      flag("--follow", "Go on with entries that are added, until the command is stopped."),
      text("--idle-exit", "TIME", "With --follow: end when nothing was added for this time."),
      text(
          "--patience",
          "TIME",
          "Give up when nothing is answered or accepted for this time; default: 1m."),
      text(
          "--content-type",
          "TYPE",
          "The content type of all payloads. By default JSON objects and arrays are "
              + "application/json, other text is text/plain, and the rest"
              + " application/octet-stream."),
      text(
          "--remember",
          "TIME",
          "How long a done job is remembered, so that an import that is run again within this time "
              + "repeats no job; default: 24h.")
    };
  }

  /**
   * Runs a command.
   *
   * @param source checks the arguments; the supplier connects
   */
  static int run(Invocation given, Function<JobTerms, Supplier<OtherSystem>> source)
      throws InterruptedException {
    Supplier<OtherSystem> opener =
        source.apply(
            new JobTerms(
                given.find("--content-type").orElse(null),
                given.duration("--remember").orElse(JobTerms.REMEMBER)));
    if (!given.is("--follow")) {
      given
          .find("--idle-exit")
          .ifPresent(idle -> {
            throw new InvalidRequestException("--idle-exit", idle, "only with --follow");
          });
    }
    return new SystemImport(given, opener).run();
  }

  /** Opens the target, before anything is taken. */
  private Mover.Target target() {
    String store = given.find("--store").orElse(null);
    if (store == null) {
      return StoreOptions.target(given);
    }
    if (given.find("--server").isPresent()) {
      throw new InvalidRequestException("--store", store, "only without --server");
    }
    return new EngineTarget(StoreOptions.open(store, terminal));
  }

  /** Looks at the source first, then moves until nothing is left or it is stopped. */
  private int run() throws InterruptedException {
    Survey survey = survey();
    if (given.is("--dry-run")) {
      given.print(SurveyText.json(survey), SurveyText.lines(survey));
      return isUnusable(survey) ? ExitCode.FAILED : ExitCode.OK;
    }
    // A wrong codec or unit is noticed before the first entry is taken.
    if (isUnusable(survey)) {
      throw new CommandFailure(samples(survey).get(0).problem() + "; nothing was moved");
    }
    boolean isDrawn = terminal.isInteractive() && !given.isJson();
    Tally.OfSystem tally = new Tally.OfSystem(terminal, isDrawn, isFollowed ? 0 : survey.entries());
    // The hook outlives the sum, which a stopped import prints, too.
    try (StopHook hook = new StopHook()) {
      try (Mover.Target target = target()) {
        moveAll(target, tally, hook);
        tally.stays(survey().stays());
      } finally {
        tally.print(given.isJson());
      }
    } catch (TransferException failure) {
      throw new CommandFailure(failure.getMessage() + "; run the command again to continue");
    }
    return tally.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }

  private Survey survey() {
    try (OtherSystem source = opener.get()) {
      return source.survey();
    } catch (TransferException failure) {
      throw new CommandFailure(String.valueOf(failure.getMessage()));
    }
  }

  private static boolean isUnusable(Survey survey) {
    List<Entry<JobSpec>> samples = samples(survey);
    return !samples.isEmpty() && samples.stream().allMatch(entry -> entry.value() == null);
  }

  private static List<Entry<JobSpec>> samples(Survey survey) {
    return survey.samples().stream().flatMap(page -> page.entries().stream()).toList();
  }

  private void moveAll(Mover.Target target, Tally.OfSystem tally, StopHook hook)
      throws InterruptedException {
    Duration longest = given.duration("--patience").orElse(Mover.PATIENCE);
    answeredNanos = time.nanoTime();
    busyNanos = answeredNanos;
    while (!hook.isStopped()) {
      try (OtherSystem source = opener.get()) {
        follow(new Mover(source, target, time, longest, tally), hook);
        return;
      } catch (TransferException lost) {
        if (!isFollowed || !lost.mayRepeat() || isOver(answeredNanos, longest)) {
          throw lost;
        }
        hook.pause(time, PAUSE);
      }
    }
  }

  private void follow(Mover mover, StopHook hook) throws InterruptedException {
    while (!hook.isStopped()) {
      boolean hasAny = mover.moveAll(hook::isStopped) > 0;
      answeredNanos = time.nanoTime();
      busyNanos = hasAny ? answeredNanos : busyNanos;
      if (!isFollowed || isOver(busyNanos, idle)) {
        return;
      }
      hook.pause(time, PAUSE);
    }
  }

  /** Whether a time has passed since a moment; null is for ever. */
  private boolean isOver(long sinceNanos, @Nullable Duration length) {
    return length != null && time.nanoTime() - sinceNanos > length.toNanos();
  }

  /** Writes what a dry run found. */
  static final class SurveyText {
    private static final int MOST_SHOWN = 20;

    private SurveyText() {}

    static List<String> lines(Survey survey) {
      String stays = survey.stays().isEmpty() ? "" : "; stays: " + words(survey.stays());
      if (survey.entries() == 0) {
        return List.of("nothing to move" + stays);
      }
      List<String> lines = new ArrayList<>();
      lines.add("to move: " + words(survey.counts()) + stays);
      Table table = new Table("QUEUE", "ID", "DUE", "BYTES", "CONTENT TYPE");
      List<String> problems = new ArrayList<>();
      for (Page<JobSpec> page : survey.samples()) {
        page.entries().forEach(entry -> add(page, entry, table, problems));
      }
      List<String> rows = table.lines();
      if (rows.size() > 1) {
        lines.addAll(rows.stream().limit(MOST_SHOWN + 1L).toList());
      }
      lines.addAll(problems.stream().distinct().limit(MOST_SHOWN).toList());
      return lines;
    }

    /** Such as {@code 2 delayed, 1 ready}. */
    static String words(Map<String, Long> counts) {
      return counts.entrySet().stream()
          .map(count -> count.getValue() + " " + count.getKey())
          .collect(Collectors.joining(", "));
    }

    private static void add(
        Page<JobSpec> page, Entry<JobSpec> entry, Table table, List<String> problems) {
      JobSpec job = entry.value();
      if (job == null) {
        problems.add(page.place() + ": cannot be moved: " + entry.problem());
      } else {
        table.row(page.queue(), job.id(), due(job), job.body().payload().length, type(job));
      }
    }

    private static String due(JobSpec job) {
      return job.due() instanceof DueTime.At at
          ? String.valueOf(TimeText.iso(at.epochMillis()))
          : "now";
    }

    private static String type(JobSpec job) {
      return String.valueOf(job.body().contentType());
    }

    static Map<String, Object> json(Survey survey) {
      List<Map<String, Object>> samples = new ArrayList<>();
      for (Page<JobSpec> page : survey.samples()) {
        for (Entry<JobSpec> entry : page.entries()) {
          samples.add(sample(page, entry));
        }
      }
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("entries", survey.entries());
      all.put("counts", survey.counts());
      all.put("stays", survey.stays());
      all.put("samples", samples);
      return all;
    }

    private static Map<String, Object> sample(Page<JobSpec> page, Entry<JobSpec> entry) {
      JobSpec job = entry.value();
      if (job == null) {
        return Map.of("place", page.place(), "problem", entry.problem());
      }
      Map<String, Object> sample = new LinkedHashMap<>();
      sample.put("place", page.place());
      sample.put("queue", page.queue());
      sample.put("id", job.id());
      sample.put("dueAt", due(job));
      sample.put("bytes", job.body().payload().length);
      sample.put("contentType", type(job));
      return sample;
    }
  }

  /**
   * Lets a signal end an import between two pages, so that its sum is printed. An import that ends
   * in another way can be run again, too.
   */
  static final class StopHook implements AutoCloseable {
    private static final int GRACE_SECONDS = 10;

    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook =
        Threads.daemons("duetime-import-stop").newThread(this::stopAndAwait);

    StopHook() {
      Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean isStopped() {
      return stop.isDone();
    }

    /** Waits for a time or until the import is stopped. */
    void pause(TimeSource time, Duration pause) throws InterruptedException {
      CompletableFuture<Void> over = new CompletableFuture<>();
      TimeSource.Timer timer = time.after(pause, () -> over.complete(null));
      time.await(CompletableFuture.anyOf(over, stop));
      timer.cancel();
    }

    private void stopAndAwait() {
      stop.complete(null);
      try {
        ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      ended.countDown();
      if (!isStopped()) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }
}
