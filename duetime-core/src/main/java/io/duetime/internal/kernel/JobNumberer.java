package io.duetime.internal.kernel;

import io.duetime.internal.engine.ProposedNumbers;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.state.QueueState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Gives numbers to jobs whose id is not one, and finds jobs by them. */
final class JobNumberer {
  private final QueueState state;

  JobNumberer(QueueState state) {
    this.state = state;
  }

  /**
   * Gives each job the proposed number unless it has one; returns the numbers by id. Refuses all if
   * another job has one of the proposed numbers.
   */
  Map<String, Long> number(Map<String, Long> proposals, long now) {
    proposals.forEach((id, number) -> ProposedNumbers.requireFree(id, number, idOf(number, now)));
    Map<String, Long> numbers = new LinkedHashMap<>();
    proposals.forEach((id, proposal) -> {
      JobHead head = state.known(id, now);
      if (head != null) {
        numbers.put(id, head.number() == 0 ? give(head, proposal) : head.number());
      }
    });
    return numbers;
  }

  private long give(JobHead head, long number) {
    state.table().update(head, head.with(head.progress().numbered(number)));
    return number;
  }

  /** The id of the job that has a number. */
  Optional<String> idOf(long number, long now) {
    String id = state.table().idOfNumber(number);
    JobHead head = id == null ? null : state.known(id, now);
    return head == null || head.number() != number ? Optional.empty() : Optional.of(head.id());
  }
}
