package io.duetime.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import io.duetime.handover.PublishFailure;
import java.io.EOFException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells the errors of the broker and of the connection in its own words. */
final class BrokerErrors {
  private static final int DEEPEST = 10;

  private BrokerErrors() {}

  /** Whether the exchange or queue is missing, or the user may not write to it. */
  static boolean isOfDestination(String text) {
    return text.startsWith("403 ") || text.startsWith("404 ");
  }

  /** The code by which the broker closed a channel or the connection, or 0. */
  static int code(ShutdownSignalException end) {
    Method reason = end.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyCode();
    }
    return reason instanceof AMQP.Connection.Close close ? close.getReplyCode() : 0;
  }

  /** What happened, without the names of Java's classes where it has words. */
  static String text(Throwable failure) {
    ShutdownSignalException end = find(failure, ShutdownSignalException.class);
    if (end != null) {
      return closed(end);
    }
    if (find(failure, UnknownHostException.class) != null) {
      return "unknown host " + PublishFailure.words(failure);
    }
    return find(failure, TimeoutException.class) != null
        ? "the broker did not answer in time"
        : PublishFailure.words(failure);
  }

  private static String closed(ShutdownSignalException end) {
    Method reason = end.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyCode() + " " + close.getReplyText();
    }
    if (reason instanceof AMQP.Connection.Close close) {
      return close.getReplyCode() + " " + close.getReplyText();
    }
    Throwable cause = end.getCause();
    if (cause == null || cause instanceof EOFException) {
      return "the connection was cut";
    }
    return text(cause);
  }

  private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
    Throwable each = failure;
    for (int i = 0; each != null && i < DEEPEST; i++) {
      if (type.isInstance(each)) {
        return type.cast(each);
      }
      each = each.getCause();
    }
    return null;
  }
}
