package io.duetime.server.beanstalkd;

import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.runtime.StoreClient;
import io.duetime.server.beanstalkd.JobNumbers.Ttr;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls that commands make to the store, and the event loop that runs all commands. */
final class Store implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(Store.class);
  private static final String CONSUMER = "beanstalkd";

  /** The longest wait that a claim may ask for; the reserver ends it earlier. */
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final StoreClient client;
  private final Durability durability;
  private final TimeSource time;
  private final RandomGenerator random;
  private final Duration lease;
  private final Context loop;

  Store(Vertx vertx, BeanstalkdFront.Parts parts, Duration lease) {
    this.loop = vertx.getOrCreateContext();
    this.client = parts.client();
    this.random = parts.random();
    this.durability = client.engine().capabilities().defaultDurability();
    this.time = parts.time();
    this.lease = lease;
  }

  Engine engine() {
    return client.engine();
  }

  TimeSource time() {
    return time;
  }

  /** Puts a job; the request may be repeated if its answer is lost. */
  CompletableFuture<Scheduled> put(String queue, JobSpec.Builder job) {
    JobSpec request = job.nonce(random.nextLong()).build();
    return here(client.calls(queue).schedule(request, durability));
  }

  CompletableFuture<Rescheduled> reschedule(String queue, Reschedule change) {
    return here(client.calls(queue).reschedule(change, durability));
  }

  CompletableFuture<Settled> settle(Settlement settlement) {
    return client.calls(settlement.lease().queue()).settle(settlement, durability);
  }

  CompletableFuture<List<Settled>> settleAll(String queue, List<? extends Settlement> settlements) {
    return client.calls(queue).settle(settlements, Durability.NONE);
  }

  /** Claims the next job of a queue, without waiting. */
  CompletableFuture<ClaimResult> claim(String queue) {
    return client.queueClaimers().claim(queue, request(), Duration.ZERO);
  }

  /** Claims the next job of a queue, and waits for it until the future is cancelled. */
  CompletableFuture<ClaimResult> await(String queue) {
    return client.queueClaimers().claim(queue, request(), FOR_EVER);
  }

  CompletableFuture<ClaimResult> claimById(String queue, String id) {
    return here(Stages.call(() -> engine().claimById(queue, List.of(id), request())));
  }

  /** Releases the leases of jobs that no connection has, without waiting for the answer. */
  void release(Collection<LeaseToken> leases) {
    leases.stream()
        .collect(Collectors.groupingBy(LeaseToken::queue))
        .forEach((queue, some) ->
            Stages.whenAnswered(
                settleAll(queue, some.stream().map(Settlement::release).toList()),
                done -> {},
                failure ->
                    LOG.warn(
                        "{} jobs of queue {} are ready again only when their leases end: {}",
                        some.size(),
                        queue,
                        failure.getMessage())));
  }

  /** Answers how long a client may work on a job: the queue's lease if the job has no TTR. */
  CompletableFuture<Duration> ttr(String queue, JobBody body) {
    return Ttr.of(body)
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> here(engine().settings(queue)).thenApply(QueueSettings::defaultLease));
  }

  void release(ClaimResult claimed) {
    release(claimed.jobs().stream().map(ClaimedJob::lease).toList());
  }

  private ClaimRequest request() {
    return ClaimRequest.of(1, lease.toMillis()).by(CONSUMER);
  }

  @Override
  public void execute(Runnable task) {
    loop.runOnContext(now -> task.run());
  }

  /**
   * Returns the outcome of a stage as a future that completes on the loop. May be called on the
   * loop only: an answer that exists is passed on without a turn of the loop.
   */
  <T> CompletableFuture<T> here(CompletionStage<T> stage) {
    CompletableFuture<T> known = stage.toCompletableFuture();
    if (known.isDone()) {
      return known;
    }
    CompletableFuture<T> here = new CompletableFuture<>();
    Stages.onCompletion(
        known,
        (value, failure) ->
            execute(() -> {
              if (failure == null) {
                here.complete(value);
              } else {
                here.completeExceptionally(failure);
              }
            }));
    return here;
  }
}
