package io.duetime.spring.internal.transaction;

import io.duetime.DuetimeException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the calls of a committed transaction, and logs those that fail. */
final class CallRunner {
  private static final Logger LOG = LoggerFactory.getLogger(CallRunner.class);
  private static final int NAMED = 10;

  private final CallSender sender;

  CallRunner(CallSender sender) {
    this.sender = sender;
  }

  // The transaction is committed: an exception would tell its caller the opposite.
  void run(List<DeferredCall> calls) {
    for (List<DeferredCall> batch : CallSender.batches(calls, call -> call)) {
      try {
        List<Optional<DuetimeException>> refusals = sender.send(batch);
        for (int i = 0; i < refusals.size(); i++) {
          DeferredCall call = batch.get(i);
          refusals.get(i).ifPresent(refusal -> failed(List.of(call), refusal));
        }
      } catch (RuntimeException failure) {
        failed(batch, failure);
      }
    }
  }

  private static void failed(List<DeferredCall> calls, Exception failure) {
    String ids =
        calls.stream().limit(NAMED).map(DeferredCall::id).collect(Collectors.joining(", "));
    LOG.error(
        "After the commit of a transaction, {} calls of kind {} failed for queue {} and did not"
            + " take effect, for the jobs {}{}",
        calls.size(),
        calls.get(0).getClass().getSimpleName(),
        calls.get(0).target().queue(),
        ids,
        calls.size() > NAMED ? " and others" : "",
        failure);
  }
}
