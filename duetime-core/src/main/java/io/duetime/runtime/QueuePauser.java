package io.duetime.runtime;

import io.duetime.DuetimeException;
import io.duetime.QueueSettings;
import io.duetime.async.FailureCopier;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.runtime.read.AdminClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and resumes the queues that a pattern names. A queue that fails does not keep the others
 * from being changed; the failure then names both.
 */
record QueuePauser(Engine engine, Function<String, AdminClient> admins) {
  /** The most names in a message, so that it fits on a log line. */
  private static final int NAMED = 20;

  CompletableFuture<List<String>> pause(String pattern) {
    return changeAll(pattern, QueueSettings.Builder::paused);
  }

  CompletableFuture<List<String>> resume(String pattern) {
    return changeAll(pattern, QueueSettings.Builder::notPaused);
  }

  private CompletableFuture<List<String>> changeAll(
      String text, UnaryOperator<QueueSettings.Builder> change) {
    QueuePattern pattern = new QueuePattern(text);
    return pattern.isName()
        ? change(text, change).thenApply(isChanged -> isChanged ? List.of(text) : List.of())
        : matching(pattern)
            .thenCompose(names -> Stages.each(names, name -> outcome(name, change)))
            .thenApply(QueuePauser::changed);
  }

  private CompletableFuture<List<String>> matching(QueuePattern pattern) {
    return Stages.call(engine::queues)
        .thenApply(names -> names.stream().filter(pattern::matches).toList());
  }

  private CompletableFuture<Outcome> outcome(
      String name, UnaryOperator<QueueSettings.Builder> change) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Stages.whenAnswered(
        Stages.call(() -> change(name, change)),
        isChanged -> outcome.complete(new Outcome(name, isChanged, null)),
        failure -> outcome.complete(new Outcome(name, false, failure)));
    return outcome;
  }

  private CompletableFuture<Boolean> change(
      String name, UnaryOperator<QueueSettings.Builder> change) {
    return admins.apply(name).changedIfOther(change);
  }

  private static List<String> changed(List<Outcome> outcomes) {
    List<String> changed =
        outcomes.stream().filter(Outcome::isChanged).map(Outcome::queue).toList();
    List<Outcome> failed = outcomes.stream().filter(each -> each.failure != null).toList();
    for (Outcome first : failed) {
      if (first.failure != null) {
        throw FailureCopier.copy(first.failure, message(first.failure, failed, changed));
      }
    }
    return changed;
  }

  private static String message(
      DuetimeException first, List<Outcome> failed, List<String> changed) {
    return named(failed.stream().map(Outcome::queue).toList())
        + " failed: "
        + first.getMessage()
        + "; changed: "
        + (changed.isEmpty() ? "none" : named(changed))
        + "; the call may be repeated";
  }

  private static String named(List<String> queues) {
    String names = String.join(", ", queues.subList(0, Math.min(NAMED, queues.size())));
    return queues.size() > NAMED ? names + " and " + (queues.size() - NAMED) + " more" : names;
  }

  private record Outcome(String queue, boolean isChanged, @Nullable DuetimeException failure) {}
}
