package io.duetime.cli.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.JobSpec;
import io.duetime.settings.DurationReader;
import io.duetime.transfer.EngineTarget;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Mover;
import io.duetime.transfer.OtherSystem;
import io.duetime.transfer.OtherSystem.Survey;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.TransferTarget;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that move jobs from other systems have in common. */
abstract class SystemCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofMillis(200);

  final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = "Store the jobs in this store itself, not through a server.")
  private @Nullable String store;

  @Option(
      names = "--dry-run",
      description = "Count the entries and print some of them; change nothing.")
  private boolean dryRun;

  @Option(
      names = "--follow",
      description = "Go on with entries that are added, until the command is stopped.")
  private boolean follow;

  @Option(
      names = "--idle-exit",
      paramLabel = "TIME",
      description = "With --follow: end when nothing was added for this time.")
  private @Nullable String idleExit;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description = "Give up when nothing is answered or accepted for this time; default: 1m.")
  private String patience = "1m";

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = {
        "The content type of all payloads. By default JSON objects and arrays are "
            + "application/json, other text is text/plain, and the rest application/octet-stream."
      })
  private @Nullable String contentType;

  @Option(
      names = "--remember",
      paramLabel = "TIME",
      description = {
        "How long a done job is remembered, so that an import that is run again within this time "
            + "repeats no job; default: 24h."
      })
  private @Nullable String remember;

  private @Nullable Duration idle;
  private long answeredNanos;
  private long busyNanos;

  SystemCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Checks the arguments; the supplier connects. */
  abstract Supplier<OtherSystem> source(JobTerms terms);

  @Override
  public final Integer call() throws InterruptedException {
    Supplier<OtherSystem> opener =
        source(
            new JobTerms(
                contentType,
                remember == null
                    ? JobTerms.REMEMBER
                    : DurationReader.parse("--remember", remember)));
    if (idleExit != null && !follow) {
      throw new InvalidRequestException("--idle-exit", idleExit, "only with --follow");
    }
    idle = idleExit == null ? null : DurationReader.parse("--idle-exit", idleExit);
    return move(opener);
  }

  /** Opens the target, before anything is taken. */
  private TransferTarget<JobSpec> target() {
    if (store == null) {
      return StoreOptions.target(server, terminal);
    }
    if (server.isGiven()) {
      throw new InvalidRequestException("--store", store, "only without --server");
    }
    return new EngineTarget(StoreOptions.open(store, terminal));
  }

  /** Looks at the source first, then moves until nothing is left or it is stopped. */
  private int move(Supplier<OtherSystem> opener) throws InterruptedException {
    Survey survey = survey(opener);
    if (dryRun) {
      terminal.print(server.isJson() ? SurveyText.json(survey) : SurveyText.lines(survey));
      return isUnusable(survey) ? ExitCode.FAILED : ExitCode.OK;
    }
    refuseUnusable(survey);
    boolean isDrawn = terminal.isInteractive() && !server.isJson();
    Tally.OfSystem tally = new Tally.OfSystem(terminal, isDrawn, follow ? 0 : survey.entries());
    // The hook outlives the sum, which a stopped import prints, too.
    try (StopHook hook = new StopHook()) {
      try (TransferTarget<JobSpec> target = target()) {
        moveAll(opener, target, tally, hook);
        tally.stays(survey(opener).stays());
      } finally {
        tally.print(server.isJson());
      }
    } catch (TransferException failure) {
      throw new CommandFailure(failure.getMessage() + "; run the command again to continue");
    }
    return tally.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Survey survey(Supplier<OtherSystem> opener) {
    try (OtherSystem source = opener.get()) {
      return source.survey();
    } catch (TransferException failure) {
      throw new CommandFailure(String.valueOf(failure.getMessage()));
    }
  }

  /** A wrong codec or unit is noticed before the first entry is taken. */
  private static void refuseUnusable(Survey survey) {
    if (isUnusable(survey)) {
      throw new CommandFailure(samples(survey).get(0).problem() + "; nothing was moved");
    }
  }

  private static boolean isUnusable(Survey survey) {
    List<Entry<JobSpec>> samples = samples(survey);
    return !samples.isEmpty() && samples.stream().allMatch(entry -> entry.value() == null);
  }

  private static List<Entry<JobSpec>> samples(Survey survey) {
    return survey.samples().stream().flatMap(page -> page.entries().stream()).toList();
  }

  private void moveAll(
      Supplier<OtherSystem> opener,
      TransferTarget<JobSpec> target,
      Tally.OfSystem tally,
      StopHook hook)
      throws InterruptedException {
    TimeSource time = terminal.time();
    Duration longest = DurationReader.parse("--patience", patience);
    answeredNanos = time.nanoTime();
    busyNanos = answeredNanos;
    while (!hook.isStopped()) {
      try (OtherSystem source = opener.get()) {
        follow(new Mover<>(source, target, time, longest, tally), hook);
        return;
      } catch (TransferException lost) {
        if (!follow || !lost.mayRepeat() || isOver(answeredNanos, longest)) {
          throw lost;
        }
        hook.pause(time, PAUSE);
      }
    }
  }

  private void follow(Mover<JobSpec> mover, StopHook hook) throws InterruptedException {
    TimeSource time = terminal.time();
    while (!hook.isStopped()) {
      boolean hasAny = mover.moveAll(hook::isStopped) > 0;
      answeredNanos = time.nanoTime();
      busyNanos = hasAny ? answeredNanos : busyNanos;
      if (!follow || isOver(busyNanos, idle)) {
        return;
      }
      hook.pause(time, PAUSE);
    }
  }

  /** Whether a time has passed since a moment; null is for ever. */
  private boolean isOver(long sinceNanos, @Nullable Duration length) {
    return length != null && terminal.time().nanoTime() - sinceNanos > length.toNanos();
  }
}
