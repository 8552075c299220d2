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
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Rqueue in an application context with nothing else. */
final class RqueuePeer implements Peer {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "rqueue.scheduler.scheduled.message.time.interval", "100",
          "rqueue.web.enable", "false",
          "rqueue.latest.version.check.enabled", "false");
  private static volatile Consumer<Job> handler = job -> {};

  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext();
  private final RqueueMessageEnqueuer enqueuer;

  /** What an application has for it. */
  @Configuration
  @EnableRqueue
  public static class Application {
    /** Of the bench's server. */
    @Bean
    public RedisConnectionFactory redisConnectionFactory() {
      int port = Integer.getInteger("bench.redis.port");
      return new LettuceConnectionFactory("127.0.0.1", port);
    }

    /** Started when consumers are. */
    @Bean
    public SimpleRqueueListenerContainerFactory simpleRqueueListenerContainerFactory() {
      SimpleRqueueListenerContainerFactory factory = new SimpleRqueueListenerContainerFactory();
      factory.setPollingInterval(100);
      factory.setAutoStartup(false);
      return factory;
    }

    /** Takes the jobs. */
    @Bean
    public Listener listener() {
      return new Listener();
    }
  }

  /** Takes the jobs. */
  public static class Listener {
    /** Handles a job. */
    @RqueueListener(value = JobSource.QUEUE, concurrency = "16", visibilityTimeout = "5000")
    public void handle(Message message) {
      handler.accept(Job.of(message.payload));
    }
  }

  /** What Rqueue stores; it hands over the JSON of plain strings as it is. */
  public static final class Message {
    /** Of the job. */
    public String payload = "";

    static Message of(Job job) {
      Message message = new Message();
      message.payload = job.payload();
      return message;
    }
  }

  RqueuePeer(Place place) {
    System.setProperty("bench.redis.port", "" + place.port());
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("bench", SETTINGS));
    context.setEnvironment(environment);
    context.register(Application.class);
    context.refresh();
    this.enqueuer = context.getBean(RqueueMessageEnqueuer.class);
  }

  @Override
  public void schedule(Job job) {
    boolean isStored =
        job.delayMillis() == 0
            ? enqueuer.enqueue(JobSource.QUEUE, job.id(), Message.of(job))
            : enqueuer.enqueueIn(JobSource.QUEUE, job.id(), Message.of(job), job.delayMillis());
    if (!isStored) {
      throw new IllegalStateException("the job was not scheduled");
    }
  }

  @Override
  public void consume(int consumers, Consumer<Job> consumer) {
    handler = consumer;
    RqueueMessageListenerContainer container =
        context.getBean(RqueueMessageListenerContainer.class);
    container.start();
  }

  @Override
  public boolean cancel(Job job) {
    return context.getBean(RqueueMessageManager.class).deleteMessage(JobSource.QUEUE, job.id());
  }

  @Override
  public void close() {
    context.close();
  }
}
