package io.duetime.cli.moving;

import io.duetime.TimeSource;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.moving.MoveTarget;
import io.duetime.server.moving.Mover;
import io.duetime.server.moving.Source;
import io.duetime.server.moving.Survey;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one import: looks at the source first, then moves until nothing is left or it is stopped.
 */
final class MoveRun {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Terminal terminal;
  private final MoveOptions options;
  private final Supplier<Source> opener;
  private final TimeSource time;
  private final @Nullable Duration idleExit;
  private long answeredNanos;
  private long busyNanos;

  MoveRun(Terminal terminal, MoveOptions options, Supplier<Source> opener) {
    this.terminal = terminal;
    this.options = options;
    this.opener = opener;
    this.time = terminal.time();
    this.idleExit = options.idleExit();
  }

  int run() throws InterruptedException {
    Survey survey = survey();
    if (options.isDryRun()) {
      terminal.print(options.isJson() ? SurveyText.json(survey) : SurveyText.lines(survey));
      return isUnusable(survey) ? ExitCode.FAILED : ExitCode.OK;
    }
    refuseUnusable(survey);
    boolean isDrawn = terminal.isInteractive() && !options.isJson();
    MoveTally tally =
        new MoveTally(terminal, isDrawn, options.isFollowing() ? 0 : survey.entries());
    // The hook outlives the sum, which a stopped import prints, too.
    try (StopHook hook = new StopHook()) {
      try (MoveTarget target = options.target(terminal)) {
        moveAll(target, tally, hook);
        tally.stays(survey().stays());
      } finally {
        terminal.print(options.isJson() ? tally.json() : tally.sentence());
      }
    } catch (Source.Failure | MoveTarget.Failure failure) {
      throw new CommandFailure(failure.getMessage() + "; run the command again to continue");
    }
    return tally.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }

  private Survey survey() {
    try (Source source = opener.get()) {
      return source.survey();
    } catch (Source.Failure failure) {
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
    List<Source.Entry> samples = samples(survey);
    return !samples.isEmpty() && samples.stream().allMatch(entry -> entry.job() == null);
  }

  private static List<Source.Entry> samples(Survey survey) {
    return survey.samples().stream().flatMap(page -> page.entries().stream()).toList();
  }

  private void moveAll(MoveTarget target, MoveTally tally, StopHook hook)
      throws InterruptedException {
    answeredNanos = time.nanoTime();
    busyNanos = answeredNanos;
    while (!hook.isStopped()) {
      try (Source source = opener.get()) {
        follow(new Mover(source, target, time, options.patience(), tally), hook);
        return;
      } catch (Source.Failure lost) {
        if (!options.isFollowing() || !lost.mayRepeat() || isLostForLong()) {
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
      if (!options.isFollowing() || isIdleForLong()) {
        return;
      }
      hook.pause(time, PAUSE);
    }
  }

  private boolean isLostForLong() {
    return time.nanoTime() - answeredNanos > options.patience().toNanos();
  }

  private boolean isIdleForLong() {
    return idleExit != null && time.nanoTime() - busyNanos >= idleExit.toNanos();
  }
}
