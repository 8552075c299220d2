package io.duetime.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz with its JDBC store: one durable job, and a trigger with its data for each of ours. */
final class QuartzPeer implements Peer {
  private static final String PAYLOAD = "payload";
  private static final String SCHEMA = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
  private static volatile Consumer<Job> handler = job -> {};

  private final Postgres postgres;
  private final Scheduler scheduler;
  private final JobDetail detail =
      JobBuilder.newJob(Handling.class)
          .withIdentity("bench")
          .storeDurably()
          .requestRecovery()
          .build();

  /** What Quartz instantiates. */
  public static final class Handling implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {
      handler.accept(Job.of(context.getTrigger().getJobDataMap().getString(PAYLOAD)));
    }
  }

  QuartzPeer(Place place) throws Exception {
    this.postgres = Postgres.at(place);
    createTables();
    Properties settings = new Properties();
    settings.putAll(
        Map.of(
            "org.quartz.scheduler.instanceName", "bench",
            "org.quartz.scheduler.instanceId", "AUTO",
            "org.quartz.scheduler.batchTriggerAcquisitionMaxCount", "16",
            "org.quartz.threadPool.threadCount", "16",
            "org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX",
            "org.quartz.jobStore.driverDelegateClass",
                "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate",
            "org.quartz.jobStore.dataSource", "bench",
            "org.quartz.jobStore.acquireTriggersWithinLock", "true",
            "org.quartz.jobStore.misfireThreshold", "600000"));
    settings.putAll(
        Map.of(
            "org.quartz.jobStore.isClustered", "true",
            "org.quartz.jobStore.clusterCheckinInterval", "1000",
            "org.quartz.dataSource.bench.driver", "org.postgresql.Driver",
            "org.quartz.dataSource.bench.URL", place.uri(),
            "org.quartz.dataSource.bench.provider", "hikaricp",
            "org.quartz.dataSource.bench.maxConnections", "20"));
    this.scheduler = new StdSchedulerFactory(settings).getScheduler();
    scheduler.addJob(detail, true);
  }

  /** From the script that Quartz brings along, the first time. */
  private void createTables() throws Exception {
    try (InputStream script = QuartzPeer.class.getResourceAsStream(SCHEMA)) {
      if (script == null) {
        throw new IOException("Quartz has no " + SCHEMA);
      }
      String tables = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      postgres.execute(
          "do $do$ begin if to_regclass('qrtz_triggers') is null then "
              + tables.replaceAll("(?mi)^(--.*|commit;)$", "")
              + " end if; end $do$");
    }
  }

  private Trigger trigger(Job job) {
    return TriggerBuilder.newTrigger()
        .withIdentity(job.id())
        .forJob(detail)
        .usingJobData(PAYLOAD, job.payload())
        .startAt(new Date(job.dueMillis()))
        .build();
  }

  @Override
  public void schedule(Job job) throws SchedulerException {
    scheduler.scheduleJob(trigger(job));
  }

  /** One transaction; its triggers belong to one job, so that it can be replaced. */
  @Override
  public void scheduleAll(List<Job> jobs) throws SchedulerException {
    Map<JobDetail, Set<? extends Trigger>> triggers = new HashMap<>();
    triggers.put(detail, Set.copyOf(jobs.stream().map(this::trigger).toList()));
    scheduler.scheduleJobs(triggers, true);
  }

  @Override
  public void consume(int consumers, Consumer<Job> consumer) throws SchedulerException {
    handler = consumer;
    scheduler.start();
  }

  @Override
  public boolean cancel(Job job) throws SchedulerException {
    return scheduler.unscheduleJob(TriggerKey.triggerKey(job.id()));
  }

  @Override
  public boolean move(Job job, long dueMillis) throws SchedulerException {
    Trigger moved = trigger(new Job(job.id(), dueMillis, job.payload()));
    return scheduler.rescheduleJob(TriggerKey.triggerKey(job.id()), moved) != null;
  }

  @Override
  public void close() throws IOException {
    try {
      scheduler.shutdown();
    } catch (SchedulerException failure) {
      throw new IOException(failure);
    }
    postgres.close();
  }
}
