package io.duetime.rabbitmq;

import io.duetime.JobInfo;
import io.duetime.Limits;
import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.time.Deadlines;
import io.duetime.time.SystemTime;
import io.duetime.time.Threads;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A broker of AMQP 0-9-1, such as RabbitMQ. Opens one connection with the first look-up or message,
 * and one channel for each destination. Messages are mandatory and published with confirms: one
 * that no queue takes, or that the broker does not confirm, is a failure.
 *
 * <p>{@code publish} never blocks: a thread of the target writes to the connection. The stages it
 * returns complete on the threads of the target; what is attached to them must be short. The
 * settings are listed in {@code docs/handover/rabbitmq.md}.
 */
public final class RabbitTarget implements Target {
  private static final int MOST_WAITING = 1_000_000;
  private static final long IDLE_SECONDS = 10;
  private static final long CLOSE_SECONDS = 5;

  private final BrokerSettings settings;
  private final SystemTime time = new SystemTime();
  private final Deadlines deadlines = new Deadlines(time);
  private final BrokerLink link;
  private final ThreadPoolExecutor writer;
  private final Map<Destination, DestinationChannel> channels = new ConcurrentHashMap<>();

  private RabbitTarget(BrokerSettings settings) {
    this.settings = settings;
    this.link = new BrokerLink(settings, time);
    this.writer =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            Threads.daemons("duetime-rabbitmq-writer-" + settings.name()));
    writer.allowCoreThreadTimeOut(true);
  }

  /**
   * Checks the settings and opens the target; connects with the first look-up or message.
   *
   * @throws io.duetime.InvalidRequestException if a setting is missing, unknown or not allowed
   */
  public static RabbitTarget open(TargetSettings settings) {
    return new RabbitTarget(BrokerSettings.of(Limits.given("settings", settings)));
  }

  /**
   * Returns a publisher to an exchange.
   *
   * @param destination {@code exchange}; empty for the default exchange, which routes to the queue
   *     that the routing key names; {@code routingKey}, which may have placeholders; {@code
   *     persistent}, true by default
   */
  @Override
  public Publisher publisher(Map<String, String> destination) {
    Destination checked = Destination.of(Limits.given("destination", destination));
    DestinationChannel channel =
        channels.computeIfAbsent(checked, each -> new DestinationChannel(each, link, time, writer));
    MessageTemplate key = checked.routingKeyTemplate();
    return new Publisher() {
      @Override
      public CompletionStage<?> publish(JobInfo<byte[]> job) {
        try {
          OutgoingMessage message = OutgoingMessage.of(job, key, checked.persistent());
          return RabbitTarget.this
              .publish(channel, message)
              .thenApply(confirmed -> settings.name() + ": " + checked.where(message));
        } catch (PublishFailure impossible) {
          return CompletableFuture.failedStage(impossible);
        }
      }

      @Override
      public CompletionStage<?> lookUp() {
        try {
          return CompletableFuture.runAsync(() -> checked.lookUp(link), writer);
        } catch (RejectedExecutionException full) {
          return CompletableFuture.failedStage(PublishFailure.notSent(whyRejected()));
        }
      }
    };
  }

  private CompletionStage<Void> publish(DestinationChannel channel, OutgoingMessage message) {
    Deadlines.Open deadline =
        deadlines.open(settings.confirmTimeout(), () -> expire(channel, message));
    CompletionStage<Void> confirm = message.confirm();
    confirm.whenComplete((confirmed, failure) -> deadline.close());
    try {
      writer.execute(() -> channel.write(message));
    } catch (RejectedExecutionException full) {
      message.fail(PublishFailure.notSent(whyRejected()));
    }
    return confirm;
  }

  private String whyRejected() {
    return writer.isShutdown()
        ? "the target is closed"
        : MOST_WAITING + " messages wait already to be written to " + settings.address();
  }

  private void expire(DestinationChannel channel, OutgoingMessage message) {
    channel.expire(message, settings.confirmTimeout());
  }

  @Override
  public void close() {
    link.close();
    writer.shutdown();
    if (!awaitWriter()) {
      link.cut();
      awaitWriter();
    }
    channels.values().forEach(DestinationChannel::end);
    link.disconnect();
    time.close();
  }

  private boolean awaitWriter() {
    try {
      return writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
