package io.duetime.handover;

import io.duetime.internal.client.work.DoneMessage;
import io.duetime.internal.client.work.StoppedRun;
import java.util.concurrent.CompletableFuture;

/**
 * The confirm of a message that is under way. A worker that closes cancels it: then the message may
 * have arrived, so its attempt counts and the next one is marked as a possible duplicate.
 */
final class Confirm extends CompletableFuture<DoneMessage> {
  @Override
  public boolean cancel(boolean mayInterrupt) {
    return completeExceptionally(
        StoppedRun.uncertain(
            "no confirm before the hand-over closed" + PublishAnswers.MAY_HAVE_ARRIVED));
  }
}
