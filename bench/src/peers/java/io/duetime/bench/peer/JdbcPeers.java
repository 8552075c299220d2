package io.duetime.bench.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;

/** db-scheduler, JobRunr and Quartz on PostgreSQL. */
final class JdbcPeers {
  private static final String TASK = "bench";
  private static final String TABLE =
      """
      create table if not exists scheduled_tasks (
        task_name text not null, task_instance text not null, task_data bytea,
        execution_time timestamp with time zone not null,
        picked boolean not null, picked_by text,
        last_success timestamp with time zone, last_failure timestamp with time zone,
        consecutive_failures int, last_heartbeat timestamp with time zone,
        version bigint not null, priority smallint, state text,
        primary key (task_name, task_instance));
      create index if not exists execution_time_idx on scheduled_tasks (execution_time);
      create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat);
      """;
  private static final String PAYLOAD = "payload";
  private static final String SCHEMA = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
  private static final String HAS_TABLES =
      "select 1 where to_regclass('qrtz_triggers') is not null";
  private static final String QUARTZ =
      """
      org.quartz.scheduler.instanceName = bench
      org.quartz.scheduler.instanceId = AUTO
      org.quartz.scheduler.batchTriggerAcquisitionMaxCount = 16
      org.quartz.threadPool.threadCount = 16
      org.quartz.jobStore.class = org.quartz.impl.jdbcjobstore.JobStoreTX
      org.quartz.jobStore.driverDelegateClass = org.quartz.impl.jdbcjobstore.PostgreSQLDelegate
      org.quartz.jobStore.dataSource = bench
      org.quartz.jobStore.acquireTriggersWithinLock = true
      org.quartz.jobStore.misfireThreshold = 600000
      org.quartz.jobStore.isClustered = true
      org.quartz.jobStore.clusterCheckinInterval = 1000
      org.quartz.dataSource.bench.driver = org.postgresql.Driver
      org.quartz.dataSource.bench.provider = hikaricp
      org.quartz.dataSource.bench.maxConnections = 20
      """;
  private static final JobDetail JOB =
      org.quartz.JobBuilder.newJob(QuartzHandler.class)
          .withIdentity("bench")
          .storeDurably()
          .requestRecovery()
          .build();
  private static volatile Consumer<Job> handler = job -> {};

  private JdbcPeers() {}

  /** With the polling that its documentation names for many tasks. */
  static Peer dbScheduler(Place place) throws SQLException {
    Postgres.execute(place, TABLE);
    DataSource pool = Postgres.pool(place);
    SchedulerClient client = SchedulerClient.Builder.create(pool).build();
    return new JavaPeer(
            job -> client.scheduleIfNotExists(instance(job), job.due()),
            (consumers, consumer) -> scheduler(pool, consumers, consumer).start())
        .batches(jobs -> {
          List<SchedulableInstance<?>> instances = new ArrayList<>();
          jobs.forEach(job -> instances.add(SchedulableInstance.of(instance(job), job.due())));
          client.scheduleBatch(instances);
        })
        .cancel(job -> {
          client.cancel(TaskInstanceId.of(TASK, job.id()));
          return true;
        })
        .move(job -> client.reschedule(TaskInstanceId.of(TASK, job.id()), job.due()));
  }

  private static TaskInstance<String> instance(Job job) {
    return new TaskInstance<>(TASK, job.id(), job.payload());
  }

  private static Scheduler scheduler(DataSource pool, int consumers, Consumer<Job> consumer) {
    OneTimeTask<String> task =
        Tasks.oneTime(TASK, String.class)
            .execute((instance, context) -> consumer.accept(Job.of(instance.getData())));
    return Scheduler.create(pool, task)
        .threads(consumers)
        .pollingInterval(Duration.ofMillis(100))
        .pollUsingLockAndFetch(0.5, 4.0)
        .heartbeatInterval(Duration.ofSeconds(1))
        .missedHeartbeatsLimit(4)
        .shutdownMaxWait(Duration.ofSeconds(1))
        .build();
  }

  /** What JobRunr stores. */
  public record Request(String payload) implements JobRequest {
    @Override
    public Class<Handling> getJobRequestHandler() {
      return Handling.class;
    }
  }

  /** What JobRunr instantiates. */
  public static final class Handling implements JobRequestHandler<Request> {
    @Override
    public void run(Request request) {
      handler.accept(Job.of(request.payload()));
    }
  }

  /** With the shortest poll interval that it allows. */
  static Peer jobRunr(Place place) {
    StorageProvider storage = SqlStorageProviderFactory.using(Postgres.pool(place));
    JobRequestScheduler scheduler =
        JobRunr.configure().useStorageProvider(storage).initialize().getJobRequestScheduler();
    return new JavaPeer(
            job -> scheduler.schedule(id(job), job.due(), new Request(job.payload())),
            (consumers, consumer) -> {
              handler = consumer;
              JobRunr.configure()
                  .useStorageProvider(storage)
                  .useBackgroundJobServer(
                      BackgroundJobServerConfiguration
                          .usingStandardBackgroundJobServerConfiguration()
                          .andPollInterval(Duration.ofSeconds(5))
                          .andWorkerCount(consumers))
                  .initialize();
            })
        .batches(jobs -> scheduler.create(jobs.stream().map(JdbcPeers::builder)))
        .cancel(job -> {
          scheduler.delete(id(job));
          return true;
        });
  }

  private static JobBuilder builder(Job job) {
    return JobBuilder.aJob()
        .withId(id(job))
        .scheduleAt(job.due())
        .withJobRequest(new Request(job.payload()));
  }

  private static UUID id(Job job) {
    return UUID.nameUUIDFromBytes(job.id().getBytes(StandardCharsets.US_ASCII));
  }

  /** What Quartz instantiates. */
  public static final class QuartzHandler implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {
      handler.accept(Job.of(context.getTrigger().getJobDataMap().getString(PAYLOAD)));
    }
  }

  /** The JDBC store: one durable job, and a trigger with its data for each of ours. */
  static Peer quartz(Place place) throws Exception {
    createTables(place);
    Properties settings = new Properties();
    settings.load(new StringReader(QUARTZ));
    settings.setProperty("org.quartz.dataSource.bench.URL", place.uri());
    org.quartz.Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
    scheduler.addJob(JOB, true);
    return new JavaPeer(
            job -> scheduler.scheduleJob(trigger(job)),
            (consumers, consumer) -> {
              handler = consumer;
              scheduler.start();
            })
        // One transaction; its triggers belong to one job, so that it can be replaced.
        .batches(jobs -> {
          Set<Trigger> triggers = jobs.stream().map(JdbcPeers::trigger).collect(Collectors.toSet());
          scheduler.scheduleJobs(Map.of(JOB, triggers), true);
        })
        .cancel(job -> scheduler.unscheduleJob(key(job)))
        .move(job -> scheduler.rescheduleJob(key(job), trigger(job)) != null);
  }

  /** From the script that Quartz brings along, the first time; it would remove older tables. */
  private static void createTables(Place place) throws Exception {
    if (Double.isNaN(Postgres.execute(place, HAS_TABLES))) {
      try (InputStream script =
          Objects.requireNonNull(JdbcPeers.class.getResourceAsStream(SCHEMA))) {
        Postgres.execute(place, new String(script.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }

  private static Trigger trigger(Job job) {
    return TriggerBuilder.newTrigger()
        .withIdentity(job.id())
        .forJob(JOB)
        .usingJobData(PAYLOAD, job.payload())
        .startAt(Date.from(job.due()))
        .build();
  }

  private static TriggerKey key(Job job) {
    return TriggerKey.triggerKey(job.id());
  }
}
