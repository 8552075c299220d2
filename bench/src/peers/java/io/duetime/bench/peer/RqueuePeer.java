package io.duetime.bench.peer;

import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.config.SimpleRqueueListenerContainerFactory;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import com.github.sonus21.rqueue.core.RqueueMessageManager;
import com.github.sonus21.rqueue.listener.RqueueMessageListenerContainer;
import com.github.sonus21.rqueue.spring.EnableRqueue;
import io.duetime.bench.harness.JobSource;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Rqueue in an application context with nothing else. */
final class RqueuePeer {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "rqueue.scheduler.scheduled.message.time.interval", "100",
          "rqueue.web.enable", "false",
          "rqueue.latest.version.check.enabled", "false");
  private static volatile Consumer<Job> handler = job -> {};

  private RqueuePeer() {}

  /** What an application has for it; it also takes the jobs. */
  @Configuration
  @EnableRqueue
  public static class Application {
    /** Of the bench's server. */
    @Bean
    public RedisConnectionFactory redisConnectionFactory() {
      return new LettuceConnectionFactory("127.0.0.1", Integer.getInteger("bench.redis.port"));
    }

    /** Started when consumers are. */
    @Bean
    public SimpleRqueueListenerContainerFactory simpleRqueueListenerContainerFactory() {
      SimpleRqueueListenerContainerFactory factory = new SimpleRqueueListenerContainerFactory();
      factory.setPollingInterval(100);
      factory.setAutoStartup(false);
      return factory;
    }

    /** Handles a job. */
    @RqueueListener(value = JobSource.QUEUE, concurrency = "16", visibilityTimeout = "5000")
    public void handle(Message message) {
      handler.accept(Job.of(message.payload()));
    }
  }

  /** What Rqueue stores; it hands over the JSON of plain strings as it is. */
  public record Message(String payload) {}

  static Peer open(Place place) {
    SETTINGS.forEach(System::setProperty);
    System.setProperty("bench.redis.port", "" + place.port());
    ApplicationContext context = new AnnotationConfigApplicationContext(Application.class);
    RqueueMessageEnqueuer enqueuer = context.getBean(RqueueMessageEnqueuer.class);
    RqueueMessageManager messages = context.getBean(RqueueMessageManager.class);
    return new JavaPeer(
            job -> {
              if (!isStored(enqueuer, job)) {
                throw new IllegalStateException("the job was not scheduled");
              }
            },
            (consumers, consumer) -> {
              handler = consumer;
              context.getBean(RqueueMessageListenerContainer.class).start();
            })
        .cancel(job -> messages.deleteMessage(JobSource.QUEUE, job.id()));
  }

  private static boolean isStored(RqueueMessageEnqueuer enqueuer, Job job) {
    return job.delayMillis() == 0
        ? enqueuer.enqueue(JobSource.QUEUE, job.id(), new Message(job.payload()))
        : enqueuer.enqueueIn(
            JobSource.QUEUE, job.id(), new Message(job.payload()), job.delayMillis());
  }
}
