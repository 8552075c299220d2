package io.duetime.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.duetime.InvalidRequestException;
import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.TargetSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where messages go.
 *
 * @param exchange the exchange; empty for the default exchange
 * @param routingKey the template of the routing key, as it was given
 * @param persistent whether the broker writes messages to its disk
 */
record Destination(String exchange, String routingKey, boolean persistent) {
  static final int MAX_BYTES = 255;

  private static final Set<String> KEYS = Set.of("exchange", "routingKey", "persistent");

  static Destination of(Map<String, String> settings) {
    new TargetSettings("destination", settings).allow(KEYS);
    String exchange = exchange(settings.get("exchange"));
    String routingKey = routingKey(exchange, settings.get("routingKey"));
    return new Destination(exchange, routingKey, persistent(settings.get("persistent")));
  }

  private static String exchange(@Nullable String value) {
    if (value == null || byteCount(value) > MAX_BYTES) {
      throw new InvalidRequestException(
          "exchange", value, "0 to 255 bytes of UTF-8; empty for the default exchange");
    }
    return value;
  }

  private static String routingKey(String exchange, @Nullable String value) {
    String template = value == null ? "" : value;
    MessageTemplate parsed = MessageTemplate.parse("routingKey", template);
    if (exchange.isEmpty() && template.isEmpty()) {
      throw new InvalidRequestException(
          "routingKey", value, "the name of a queue, as the exchange is the default one");
    }
    if (parsed.isConstant() && byteCount(template) > MAX_BYTES) {
      throw new InvalidRequestException("routingKey", value, "at most 255 bytes of UTF-8");
    }
    return template;
  }

  private static boolean persistent(@Nullable String value) {
    if (value == null || value.equals("true")) {
      return true;
    }
    if (value.equals("false")) {
      return false;
    }
    throw new InvalidRequestException("persistent", value, "true or false");
  }

  /**
   * Asks the broker whether the exchange is there, or the queue that a constant routing key of the
   * default exchange names. Used by the thread that writes.
   *
   * @throws PublishFailure if it is missing, or if the broker cannot be asked
   */
  void lookUp(BrokerLink link) {
    if (exchange.isEmpty() && !isQueue()) {
      return;
    }
    link.checkNotBlocked();
    Connection connection = link.connection();
    try (Channel channel = ConfirmedChannel.channel(connection)) {
      if (exchange.isEmpty()) {
        channel.queueDeclarePassive(routingKey);
      } else {
        channel.exchangeDeclarePassive(exchange);
      }
    } catch (IOException | TimeoutException | RuntimeException failure) {
      String text = BrokerErrors.text(failure);
      if (BrokerErrors.isOfDestination(text)) {
        throw PublishFailure.destination(text);
      }
      throw PublishFailure.notSent(text);
    }
  }

  /** Whether the destination is one queue: the default exchange and a constant routing key. */
  boolean isQueue() {
    return exchange.isEmpty() && routingKeyTemplate().isConstant();
  }

  /** Says where a message is, for the end of its job. */
  String where(OutgoingMessage message) {
    return exchange.isEmpty()
        ? "queue " + message.routingKey()
        : "exchange " + exchange + ", routing key " + message.routingKey();
  }

  MessageTemplate routingKeyTemplate() {
    return MessageTemplate.parse("routingKey", routingKey);
  }

  static int byteCount(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
