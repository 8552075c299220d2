package io.duetime.webhook;

import io.duetime.Codec;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.test.TestDuetime;
import java.time.Duration;

/** Jobs as a hand-over has them: claimed from a queue. */
final class ClaimedJobs implements AutoCloseable {
  private final TestDuetime duetime = TestDuetime.create();
  private final JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());

  JobInfo<byte[]> job(String id, byte[] payload) {
    return job(JobRequest.builder(payload).id(id));
  }

  JobInfo<byte[]> job(JobRequest.Builder<byte[]> request) {
    queue.schedule(request.delay(Duration.ZERO).build());
    return claim();
  }

  JobInfo<byte[]> text(JobRequest.Builder<String> request) {
    duetime.queue("orders", Codec.string()).schedule(request.delay(Duration.ZERO).build());
    return claim();
  }

  private JobInfo<byte[]> claim() {
    return queue.claim(1, Duration.ofHours(1), Duration.ZERO).get(0);
  }

  @Override
  public void close() {
    duetime.close();
  }
}
