package io.duetime.handover;

import io.duetime.JobInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Publishes jobs to one destination of a receiver. Thread safe. */
@FunctionalInterface
public interface Publisher {
  /**
   * Sends a job as one message. Does not wait for the answer; it may block briefly while the
   * connection is congested.
   *
   * @return completes when the receiver has confirmed the message. A {@link String} that it
   *     completes with says where the message is, such as a topic and a partition; it is kept with
   *     the done job while that is remembered. Fails with a {@link PublishFailure} that tells what
   *     is known. It must complete at some time, also when the connection is lost.
   */
  CompletionStage<?> publish(JobInfo<byte[]> job);

  /**
   * Looks whether the destination is there, without a message. Does not wait for the answer.
   *
   * @return completes if it is, or if only a message can tell; fails with a {@link PublishFailure}
   *     otherwise. It must complete at some time.
   */
  default CompletionStage<?> lookUp() {
    return CompletableFuture.completedStage(null);
  }
}
