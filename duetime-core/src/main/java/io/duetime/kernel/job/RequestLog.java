package io.duetime.kernel.job;

import io.duetime.kernel.job.JobHead.Answer;
import io.duetime.kernel.job.JobHead.Successor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests that were made under the id of a job.
 *
 * @param answers the last answers given to requests with a nonce, oldest first
 * @param successor the request that takes over when the lease ends, or null
 */
public record RequestLog(List<Answer> answers, @Nullable Successor successor) {
  /** No request that is to be remembered. */
  public static final RequestLog NONE = new RequestLog(List.of(), null);

  private static final int REMEMBERED = 4;

  public RequestLog with(@Nullable Successor newSuccessor) {
    return new RequestLog(answers, newSuccessor);
  }

  /** The same answers, and nothing that takes over. */
  public RequestLog withoutSuccessor() {
    return successor == null ? this : new RequestLog(answers, null);
  }

  /** The last few answers of both, in order. */
  public static List<Answer> last(List<Answer> earlier, List<Answer> later) {
    if (earlier.isEmpty()) {
      return later;
    }
    List<Answer> all = new ArrayList<>(earlier);
    all.addAll(later);
    return List.copyOf(all.subList(Math.max(0, all.size() - REMEMBERED), all.size()));
  }
}
