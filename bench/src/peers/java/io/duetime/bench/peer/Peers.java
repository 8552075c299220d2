package io.duetime.bench.peer;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RescheduleOutcome;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.bench.harness.JobSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.ObjectMapper;

/** All that are compared; {@code systems.json} describes them. */
public final class Peers {
  private static final List<Spec> ALL = read();

  /** Short, so that the jobs of a killed consumer come back within the time of a run. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  private Peers() {}

  /**
   * A system and how it is configured.
   *
   * @param artifact whose jar tells the version, or where the program comes from
   * @param keeps how safe its jobs are
   * @param base the name of Duetime on the same kind of store
   * @param without the runs that it cannot take part in, and why
   * @param killed what becomes of a job whose consumer is killed, by design
   * @param why it may do something in less time than Duetime
   */
  public record Spec(
      String name,
      String title,
      String artifact,
      Keeper keeper,
      String keeps,
      String base,
      int consumers,
      String configuration,
      String license,
      Map<String, String> without,
      String killed,
      String why) {
    /** Whether it is Duetime. */
    public boolean isOurs() {
      return name.startsWith("duetime");
    }

    /** Whether it runs in Node. */
    public boolean isOfNode() {
      return keeper == Keeper.BULLMQ;
    }

    /** Opens it in this process. */
    public Peer open(Place place) throws Exception {
      return switch (name) {
        case "bullmq" -> new NodePeer(place);
        case "duetime-beanstalkd", "beanstalkd", "beanstalkd-log" -> BeanstalkdPeer.open(place);
        case "redisson" -> RedisClients.redisson(place);
        case "rqueue" -> RqueuePeer.open(place);
        case "zset-poll" -> RedisClients.polled(place);
        case "zset-script" -> RedisClients.scripted(place);
        case "expiry" -> RedisClients.expiry(place);
        case "db-scheduler" -> JdbcPeers.dbScheduler(place);
        case "quartz" -> JdbcPeers.quartz(place);
        case "jobrunr" -> JdbcPeers.jobRunr(place);
        case "rabbitmq" -> RabbitPeer.open(place);
        case "rocketmq" -> RocketMq.open(place);
        case "delay-queue" -> MemoryPeers.delayQueue();
        case "executor" -> MemoryPeers.executor();
        case "wheel" -> MemoryPeers.wheel();
        default -> duetime(place);
      };
    }
  }

  /** Finds one by its name. */
  public static Spec named(String name) {
    return ALL.stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no peer " + name + "; there are " + ALL.stream().map(Spec::name).toList()));
  }

  /** Lists them. */
  public static List<Spec> all() {
    return ALL;
  }

  /** Duetime through its public API, on whatever store a URI names. */
  private static Peer duetime(Place place) {
    Duetime duetime = Duetime.open(place.uri());
    JobQueue<byte[]> queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
    return new JavaPeer(
            job -> expectCreated(queue.schedule(request(job))),
            (consumers, handler) ->
                queue
                    .worker(job -> handler.accept(Job.of(job.payload())))
                    .concurrency(consumers)
                    .lease(LEASE)
                    .start())
        .batches(jobs ->
            queue
                .scheduleAll(jobs.stream().map(Peers::request).toList())
                .forEach(Peers::expectCreated))
        .cancel(job -> queue.cancel(job.id()) == CancelOutcome.CANCELLED)
        .move(job ->
            queue.reschedule(job.id(), job.due()).outcome() == RescheduleOutcome.RESCHEDULED);
  }

  private static JobRequest<byte[]> request(Job job) {
    return JobRequest.builder(job.bytes()).id(job.id()).dueAt(job.due()).build();
  }

  private static void expectCreated(Scheduled scheduled) {
    if (scheduled.outcome() != ScheduleOutcome.CREATED) {
      throw new IllegalStateException("the job was not scheduled");
    }
  }

  private static List<Spec> read() {
    try (InputStream in = Objects.requireNonNull(Peers.class.getResourceAsStream("systems.json"))) {
      return List.of(new ObjectMapper().readValue(in, Spec[].class));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
