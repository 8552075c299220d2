package io.duetime.client.input;

import io.duetime.AsyncHandler;
import io.duetime.AsyncQueue;
import io.duetime.Backoff;
import io.duetime.Codec;
import io.duetime.DeadJobs;
import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.HandOverRoute;
import io.duetime.Handler;
import io.duetime.Job;
import io.duetime.JobChange;
import io.duetime.JobFailed;
import io.duetime.JobInfo;
import io.duetime.JobList;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.QueueAdmin;
import io.duetime.QueueSettings;
import io.duetime.RecurringJobs;
import io.duetime.RecurringRequest;
import io.duetime.RescheduleRequest;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import io.duetime.SettleRequest;
import io.duetime.StoredJob;
import io.duetime.TickRules;
import io.duetime.TimeSource;
import io.duetime.WaitingJobs;
import io.duetime.Worker;
import io.duetime.WorkerBuilder;
import io.duetime.WorkerSettings;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Claiming;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.LastFailure;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.QueueControl;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Scheduling;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.StoreControl;
import io.duetime.engine.Viewing;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.Documents;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** A sound value of every type of the public interface. */
final class Samples {
  private static final TimeSource TIME = new SystemTime();

  private final ClientUnderTest client;
  private final Map<Class<?>, Function<ClientUnderTest, ?>> byType = new HashMap<>();

  Samples(ClientUnderTest client) {
    this.client = client;
    plain();
    requests();
    handles();
    ofEngines();
  }

  /** A value for a parameter, by its name where that says more than its type. */
  Object of(Class<?> type, String name) {
    return switch (name) {
      case "uri" -> "memory:";
      case "queue" -> client.queueName();
      case "wait", "limit" -> type == Duration.class ? Duration.ZERO : of(type);
      case "text" -> "every PT1M from 1970-01-01T00:00:00Z";
      case "fingerprint" -> "fp1:0123456789abcdef";
      case "expression" -> "0 7 * * *";
      case "to", "toMillis" -> type == Instant.class ? Instant.ofEpochSecond(200) : (Object) 200L;
      default -> of(type);
    };
  }

  /** A value of a type. */
  Object of(Class<?> type) {
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    Function<ClientUnderTest, ?> maker = byType.get(type);
    if (maker == null) {
      throw new AssertionError(
          "no sample of " + type.getTypeName() + ": tell " + Samples.class.getName() + " of it");
    }
    return maker.apply(client);
  }

  private <T> void put(Class<T> type, Function<ClientUnderTest, ? extends T> maker) {
    byType.put(type, maker);
  }

  private void plain() {
    byType.put(int.class, any -> 1);
    byType.put(long.class, any -> 100L);
    byType.put(double.class, any -> 1.0);
    byType.put(boolean.class, any -> false);
    put(Long.class, any -> 100L);
    put(Boolean.class, any -> false);
    put(Object.class, any -> "payload");
    put(String.class, any -> "name");
    put(byte[].class, any -> new byte[1]);
    put(Duration.class, any -> Duration.ofMinutes(1));
    put(Instant.class, any -> Instant.ofEpochSecond(100));
    put(LocalDateTime.class, any -> LocalDateTime.of(2030, 1, 1, 0, 0));
    put(ZoneId.class, any -> ZoneOffset.UTC);
    put(LongConsumer.class, any -> number -> {});
    put(Throwable.class, any -> new IllegalStateException("why"));
    put(Executor.class, any -> Runnable::run);
    put(RandomGenerator.class, any -> RandomGenerator.getDefault());
    put(TimeSource.class, any -> TIME);
    put(BiConsumer.class, any -> (job, reason) -> {});
    put(UnaryOperator.class, any -> (UnaryOperator<Object>) Samples::prioritized);
    put(Map.class, any -> Map.of());
    put(TickRules.class, any -> TickRules.DEFAULT);
  }

  private void requests() {
    put(Backoff.class, any -> Backoff.fixed(Duration.ofSeconds(1)));
    put(Backoff.Delays.class, any -> new Backoff.Delays(List.of(Duration.ofSeconds(1))));
    put(
        Backoff.Exponential.class,
        any -> new Backoff.Exponential(Duration.ofSeconds(1), 2, Duration.ofHours(1)));
    put(RetryPolicy.class, any -> RetryPolicy.DEFAULT);
    put(RetryPolicy.Builder.class, any -> RetryPolicy.builder());
    put(Schedule.class, any -> Schedule.cron("0 7 * * *", ZoneOffset.UTC));
    put(Durability.class, any -> Durability.NONE);
    put(Expiry.class, any -> new Expiry.After(Duration.ofDays(1), Expiry.Action.DROP));
    put(Expiry.After.class, any -> new Expiry.After(Duration.ofDays(1), Expiry.Action.DROP));
    put(Expiry.At.class, any -> new Expiry.At(Instant.EPOCH, Expiry.Action.DROP));
    put(OnConflict.class, any -> OnConflict.KEEP);
    put(JobRequest.class, any -> JobRequest.builder("payload").build());
    put(JobRequest.Builder.class, any -> JobRequest.builder("payload"));
    put(JobChange.class, any -> change());
    put(RescheduleRequest.class, any -> RescheduleRequest.of("name", Duration.ZERO));
    put(
        RecurringRequest.class,
        any -> RecurringRequest.builder("name", Schedule.every(Duration.ofDays(1)), "p").build());
    put(
        RecurringRequest.Builder.class,
        any -> RecurringRequest.builder("name", Schedule.every(Duration.ofDays(1)), "p"));
    put(QueueSettings.class, any -> QueueSettings.DEFAULT);
    put(QueueSettings.Builder.class, any -> QueueSettings.builder());
    put(QueueSettings.Rate.class, any -> new QueueSettings.Rate(1_000, Duration.ofSeconds(1), 9));
    put(WorkerSettings.class, any -> WorkerSettings.DEFAULT);
    put(WorkerSettings.Builder.class, any -> WorkerSettings.builder());
    put(DuetimeSettings.Builder.class, any -> Duetime.builder().uri("memory:"));
    put(SettleRequest.class, any -> SettleRequest.release());
    put(JobFailed.class, any -> JobFailed.permanently("why"));
    put(Codec.class, any -> Codec.string());
    put(HandOverRoute.class, any -> new HandOverRoute("main", Map.of()));
    put(
        AsyncHandler.class,
        any -> job -> java.util.concurrent.CompletableFuture.completedStage("done"));
    put(Handler.class, any -> job -> {});
    put(JobListener.class, any -> new JobListener() {});
  }

  private void handles() {
    put(Duetime.class, ClientUnderTest::duetime);
    put(JobQueue.class, ClientUnderTest::queue);
    put(AsyncQueue.class, all -> all.queue().async());
    put(WorkerBuilder.class, all -> all.queue().worker(job -> {}));
    put(Worker.class, all -> closed(all.queue().worker(job -> {}).start()));
    put(Lease.class, ClientUnderTest::lease);
    put(Job.class, ClientUnderTest::lease);
    put(JobInfo.class, ClientUnderTest::lease);
    put(StoredJob.class, all -> all.queue().find(all.lease().id()).orElseThrow());
    put(JobList.class, all -> all.queue().jobs());
    put(WaitingJobs.class, all -> all.queue().waiting().all());
    put(DeadJobs.class, all -> all.queue().dead().all());
    put(RecurringJobs.class, all -> all.queue().recurring());
    put(QueueAdmin.class, all -> all.queue().admin());
  }

  private static Worker closed(Worker worker) {
    worker.close();
    return worker;
  }

  private void ofEngines() {
    put(Engine.class, ClientUnderTest::engine);
    put(Scheduling.class, ClientUnderTest::engine);
    put(Claiming.class, ClientUnderTest::engine);
    put(Viewing.class, ClientUnderTest::engine);
    put(QueueControl.class, ClientUnderTest::engine);
    put(StoreControl.class, ClientUnderTest::engine);
    put(Documents.class, ClientUnderTest::engine);
    put(AuditLog.class, ClientUnderTest::engine);
    put(AuditEvent.class, any -> AuditEvent.of("name", "name"));
    put(Watcher.class, any -> signal -> {});
    put(DueTime.class, any -> DueTime.after(100));
    put(DueTime.At.class, any -> new DueTime.At(100));
    put(DueTime.After.class, any -> new DueTime.After(100));
    put(JobBody.class, any -> JobBody.of(new byte[1]));
    put(JobSpec.class, any -> spec().build());
    put(JobSpec.Builder.class, any -> spec());
    put(JobUpdate.class, any -> new JobUpdate("name", change()));
    put(BulkChange.Update.class, any -> new BulkChange.Update(change()));
    put(Selection.class, any -> Selection.ALL);
    put(LastFailure.class, any -> LastFailure.ANY);
    put(BulkChange.class, any -> new BulkChange.Count(new BulkChange.Cancel()));
    put(ClaimRequest.class, any -> ClaimRequest.of(1, 1_000));
    put(ShardId.class, any -> ShardId.ONLY);
    put(LeaseToken.class, all -> new LeaseToken(all.queueName(), ShardId.ONLY, "name", 1));
    put(Settlement.class, all -> Settlement.ack((LeaseToken) of(LeaseToken.class)));
    put(Reschedule.class, any -> always());
    put(Reschedule.Condition.class, any -> Reschedule.Condition.ALWAYS);
    put(Reschedule.Always.class, any -> new Reschedule.Always());
    put(Reschedule.OnlyEarlier.class, any -> new Reschedule.OnlyEarlier());
    put(Reschedule.OnlyLater.class, any -> new Reschedule.OnlyLater());
    put(Reschedule.IfDueAt.class, any -> new Reschedule.IfDueAt(100));
    put(RecurringJob.class, any -> recurring());
    put(RecurringChange.class, any -> RecurringChange.of(recurring()));
    put(OptionalLong.class, any -> OptionalLong.empty());
    put(Set.class, any -> Set.of());
  }

  private static RecurringJob recurring() {
    return new RecurringJob(
        "name", Schedule.every(Duration.ofDays(1)), spec().build(), MissedTicks.LATEST);
  }

  /** Leaves settings as they are; an update has to change something. */
  private static Object prioritized(Object value) {
    return value instanceof JobChange<?> change ? change.priority(1) : value;
  }

  private static JobChange<JobBody> change() {
    return JobChange.<JobBody>none().priority(1);
  }

  private static Reschedule always() {
    return new Reschedule("name", DueTime.after(100), Reschedule.Condition.ALWAYS);
  }

  private static JobSpec.Builder spec() {
    return JobSpec.builder("name", JobBody.of(new byte[1]), DueTime.after(100));
  }
}
