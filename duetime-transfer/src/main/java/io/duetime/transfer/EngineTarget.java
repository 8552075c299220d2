package io.duetime.transfer;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.Scheduled;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.transfer.Mover.Answer;
import io.duetime.transfer.Mover.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stores jobs in a store that this process has opened, also in that of a server, and closes it. The
 * two halves of a large page are stored at the same time.
 */
public final class EngineTarget implements Mover.Target {
  private static final int LARGE = 100;

  private final Engine engine;
  private final Durability durability;

  /** Stores jobs in the store of {@code engine}. */
  public EngineTarget(Engine engine) {
    this.engine = engine;
    this.durability = engine.capabilities().defaultDurability();
  }

  @Override
  public List<Answer> store(String queue, List<JobSpec> jobs) {
    int half = jobs.size() >= LARGE && hasEachIdOnce(jobs) ? jobs.size() / 2 : 0;
    CompletionStage<List<Scheduled>> first =
        half == 0
            ? CompletableFuture.completedStage(List.of())
            : engine.schedule(queue, jobs.subList(0, half), durability);
    CompletionStage<List<Scheduled>> second =
        engine.schedule(queue, jobs.subList(half, jobs.size()), durability);
    List<Answer> answers = new ArrayList<>(answers(half, first));
    answers.addAll(answers(jobs.size() - half, second));
    return answers;
  }

  /** Jobs of one id have to be stored in their order. */
  private static boolean hasEachIdOnce(List<JobSpec> jobs) {
    return jobs.stream().map(JobSpec::id).distinct().count() == jobs.size();
  }

  private static List<Answer> answers(int jobs, CompletionStage<List<Scheduled>> sent) {
    try {
      return Transfers.answer(sent).stream().map(EngineTarget::answer).toList();
    } catch (DuetimeException failure) {
      Answer answer = Answer.refused(failure);
      if (answer.outcome() == Outcome.REFUSED) {
        throw new TransferException(answer.text() + " (" + failure.code() + ")");
      }
      return Collections.nCopies(jobs, answer);
    }
  }

  private static Answer answer(Scheduled result) {
    DuetimeException refusal = result.refusal();
    return refusal == null ? Answer.of(result.outcome()) : Answer.refused(refusal);
  }

  @Override
  public void close() {
    engine.close();
  }
}
