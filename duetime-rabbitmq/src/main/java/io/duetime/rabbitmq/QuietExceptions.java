package io.duetime.rabbitmq;

import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leaves the log to {@link BrokerLink}, which tells once that a connection was lost. */
final class QuietExceptions extends ForgivingExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(QuietExceptions.class);

  @Override
  protected void log(String message, Throwable failure) {
    LOG.debug("{}", message, failure);
  }
}
