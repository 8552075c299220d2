package io.duetime.cli.moving;

import io.duetime.DuetimeException;
import io.duetime.Scheduled;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.server.moving.MoveTarget;
import io.duetime.server.transfer.Transfers;
import java.util.Collections;
import java.util.List;

/** A store that this process has opened. */
final class EngineTarget implements MoveTarget {
  private final Engine engine;

  EngineTarget(Engine engine) {
    this.engine = engine;
  }

  @Override
  public List<Answer> store(String queue, List<JobSpec> jobs) {
    try {
      return Transfers.answer(
              engine.schedule(queue, jobs, engine.capabilities().defaultDurability()))
          .stream()
          .map(EngineTarget::answer)
          .toList();
    } catch (DuetimeException failure) {
      if (!RemoteFailure.mayPass(failure.code())) {
        throw failure;
      }
      return Collections.nCopies(
          jobs.size(), new Answer(Outcome.PUT_OFF, String.valueOf(failure.getMessage())));
    }
  }

  private static Answer answer(Scheduled result) {
    DuetimeException refusal = result.refusal();
    if (refusal != null) {
      boolean isPassing = RemoteFailure.mayPass(refusal.code());
      return new Answer(
          isPassing ? Outcome.PUT_OFF : Outcome.REFUSED, String.valueOf(refusal.getMessage()));
    }
    return JobLine.answer(result.outcome().name());
  }

  @Override
  public void close() {
    engine.close();
  }
}
