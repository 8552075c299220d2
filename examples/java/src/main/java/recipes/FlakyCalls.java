package recipes;

import io.duetime.*;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Calls a service that fails now and then, and gives up after about 18 hours. */
public final class FlakyCalls {
  /** The service; returns an HTTP status. */
  public interface Service {
    int call(String request) throws Exception;
  }

  private static final RetryPolicy ATTEMPTS =
      RetryPolicy.builder()
          .attempts(30)
          .exponential(Duration.ofSeconds(1), 2, Duration.ofHours(1))
          .jitter(0.2)
          .build();

  private final JobQueue<String> calls;

  public FlakyCalls(Duetime duetime) {
    this.calls = duetime.queue("flaky-calls", Codec.string());
  }

  public void request(String id, String request) {
    calls.schedule(JobRequest.builder(request).id(id).retry(ATTEMPTS).build());
  }

  public Worker start(Service service, BiConsumer<Job<String>, String> onDead) {
    return calls.worker(job -> call(service, job)).onDead(onDead).concurrency(8).start();
  }

  private static void call(Service service, Job<String> job) throws Exception {
    int status = service.call(job.payload());
    if (status == 429) {
      throw JobFailed.retryAfter(Duration.ofMinutes(1), "too many requests");
    }
    if (status >= 500) {
      throw new IllegalStateException("status " + status); // tried again by the policy
    }
    if (status >= 400) {
      throw JobFailed.permanently("status " + status); // dead at once
    }
  }
}
