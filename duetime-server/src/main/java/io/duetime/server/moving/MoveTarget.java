package io.duetime.server.moving;

import io.duetime.engine.JobSpec;
import java.util.List;

/** Where moved jobs are stored. */
public interface MoveTarget extends AutoCloseable {
  /** What became of one job. */
  enum Outcome {
    /** It is stored. */
    STORED,
    /** It was stored before. */
    PRESENT,
    /** It is not stored, and never will be. */
    REFUSED,
    /** It is not stored, but may be when it is sent again. */
    PUT_OFF
  }

  /**
   * The answer to one job.
   *
   * @param why why it is not stored, or empty
   */
  record Answer(Outcome outcome, String why) {}

  /**
   * Stores jobs of one queue. Jobs that are sent again with the same nonce are stored once.
   *
   * @return the answers in the order of the jobs
   */
  List<Answer> store(String queue, List<JobSpec> jobs);

  @Override
  void close();

  /** Thrown when a target has accepted nothing for too long; the message is the last reason. */
  final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@code message} is printed as it is. */
    public Failure(String message) {
      super(message);
    }
  }
}
