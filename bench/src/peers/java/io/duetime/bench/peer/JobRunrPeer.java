package io.duetime.bench.peer;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** JobRunr on PostgreSQL with the shortest poll interval that it allows. */
final class JobRunrPeer implements Peer {
  private static final Duration POLL = Duration.ofSeconds(5);
  private static volatile Consumer<Job> handler = job -> {};

  private final Postgres postgres;
  private final StorageProvider storage;
  private final JobRequestScheduler scheduler;

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

  JobRunrPeer(Place place) {
    this.postgres = Postgres.at(place);
    this.storage = SqlStorageProviderFactory.using(postgres.pool());
    JobRunrConfigurationResult configured =
        JobRunr.configure().useStorageProvider(storage).initialize();
    this.scheduler = configured.getJobRequestScheduler();
  }

  private static UUID id(Job job) {
    return UUID.nameUUIDFromBytes(job.id().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void schedule(Job job) {
    Instant due = Instant.ofEpochMilli(job.dueMillis());
    scheduler.schedule(id(job), due, new Request(job.payload()));
  }

  @Override
  public void scheduleAll(List<Job> jobs) {
    Stream<JobBuilder> builders =
        jobs.stream()
            .map(job ->
                JobBuilder.aJob()
                    .withId(id(job))
                    .scheduleAt(Instant.ofEpochMilli(job.dueMillis()))
                    .withJobRequest(new Request(job.payload())));
    scheduler.create(builders);
  }

  @Override
  public void consume(int consumers, Consumer<Job> consumer) {
    handler = consumer;
    BackgroundJobServerConfiguration configuration =
        BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
            .andPollInterval(POLL)
            .andWorkerCount(consumers);
    JobRunr.configure()
        .useStorageProvider(storage)
        .useBackgroundJobServer(configuration)
        .initialize();
  }

  @Override
  public boolean cancel(Job job) {
    scheduler.delete(id(job));
    return true;
  }

  @Override
  public void close() {
    JobRunr.destroy();
    postgres.close();
  }
}
