package io.duetime.bench.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** db-scheduler with the polling that its documentation names for many tasks. */
final class DbSchedulerPeer implements Peer {
  private static final String TASK = "bench";
  private static final String TABLE =
      """
      create table if not exists scheduled_tasks (
        task_name text not null,
        task_instance text not null,
        task_data bytea,
        execution_time timestamp with time zone not null,
        picked boolean not null,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint not null,
        priority smallint,
        state text,
        primary key (task_name, task_instance));
      create index if not exists execution_time_idx on scheduled_tasks (execution_time);
      create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat);
      """;

  private final Postgres postgres;
  private final SchedulerClient client;

  DbSchedulerPeer(Place place) throws SQLException {
    this.postgres = Postgres.at(place);
    postgres.execute(TABLE);
    this.client = SchedulerClient.Builder.create(postgres.pool()).build();
  }

  private static TaskInstance<String> instance(Job job) {
    return new TaskInstance<>(TASK, job.id(), job.payload());
  }

  @Override
  public void schedule(Job job) {
    client.scheduleIfNotExists(instance(job), Instant.ofEpochMilli(job.dueMillis()));
  }

  @Override
  public void scheduleAll(List<Job> jobs) {
    List<SchedulableInstance<?>> instances = new ArrayList<>();
    jobs.forEach(job ->
        instances.add(
            SchedulableInstance.of(instance(job), Instant.ofEpochMilli(job.dueMillis()))));
    client.scheduleBatch(instances);
  }

  @Override
  public void consume(int consumers, Consumer<Job> handler) {
    OneTimeTask<String> task =
        Tasks.oneTime(TASK, String.class)
            .execute((instance, context) -> handler.accept(Job.of(instance.getData())));
    Scheduler scheduler =
        Scheduler.create(postgres.pool(), task)
            .threads(consumers)
            .pollingInterval(Duration.ofMillis(100))
            .pollUsingLockAndFetch(0.5, 4.0)
            .heartbeatInterval(Duration.ofSeconds(1))
            .missedHeartbeatsLimit(4)
            .shutdownMaxWait(Duration.ofSeconds(1))
            .build();
    scheduler.start();
  }

  @Override
  public boolean cancel(Job job) {
    client.cancel(TaskInstanceId.of(TASK, job.id()));
    return true;
  }

  @Override
  public boolean move(Job job, long dueMillis) {
    return client.reschedule(TaskInstanceId.of(TASK, job.id()), Instant.ofEpochMilli(dueMillis));
  }

  @Override
  public void close() {
    postgres.close();
  }
}
