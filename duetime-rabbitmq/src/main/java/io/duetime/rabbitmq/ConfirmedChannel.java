package io.duetime.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import io.duetime.handover.PublishFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A channel in confirm mode, and the messages on it that wait for their confirm. One thread sends;
 * answers come on the thread of the connection. Ends with its channel.
 */
final class ConfirmedChannel {
  private static final Logger LOG = LoggerFactory.getLogger(ConfirmedChannel.class);
  private static final Pattern TOO_LARGE =
      Pattern.compile("message size (\\d+).* larger than .*max size (\\d+)");

  private final Destination destination;
  private final Channel channel;
  private final BrokerLink link;
  private final ConcurrentNavigableMap<Long, OutgoingMessage> unconfirmed =
      new ConcurrentSkipListMap<>();

  private ConfirmedChannel(Destination destination, Channel channel, BrokerLink link) {
    this.destination = destination;
    this.channel = channel;
    this.link = link;
  }

  static ConfirmedChannel open(Connection connection, Destination destination, BrokerLink link)
      throws IOException {
    Channel channel = channel(connection);
    ConfirmedChannel opened = new ConfirmedChannel(destination, channel, link);
    channel.addConfirmListener(opened::confirmed, opened::nacked);
    channel.addReturnListener(opened::returned);
    channel.addShutdownListener(opened::ended);
    channel.confirmSelect();
    return opened;
  }

  static Channel channel(Connection connection) throws IOException {
    Channel channel = connection.createChannel();
    if (channel == null) {
      throw new IOException("all " + connection.getChannelMax() + " channels are in use");
    }
    return channel;
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  /** Whether the broker has closed the channel alone, as it does if the exchange is missing. */
  boolean isClosedByBroker() {
    return isClosedByBroker(channel.getCloseReason());
  }

  private static boolean isClosedByBroker(@Nullable ShutdownSignalException end) {
    return end != null && !end.isHardError() && !end.isInitiatedByApplication();
  }

  // The number is taken before the message is written, as its confirm may be quicker than the call.
  void send(OutgoingMessage message) throws IOException {
    if (!message.beginSending(link.nanoTime())) {
      return;
    }
    long number = channel.getNextPublishSeqNo();
    unconfirmed.put(number, message);
    message.confirm().whenComplete((confirmed, failure) -> unconfirmed.remove(number));
    try {
      channel.basicPublish(
          destination.exchange(), message.routingKey(), true, message.properties(), message.body());
    } catch (AlreadyClosedException closed) {
      unconfirmed.remove(number);
      message.notSent();
      throw closed;
    }
  }

  private void confirmed(long number, boolean multiple) {
    answered(number, multiple, OutgoingMessage::confirmed);
  }

  private void nacked(long number, boolean multiple) {
    PublishFailure refused =
        PublishFailure.refused(
            "the broker refused the message (basic.nack), for example as a queue is full");
    answered(number, multiple, message -> message.fail(refused));
  }

  private void answered(long number, boolean multiple, Consumer<OutgoingMessage> answer) {
    link.answered();
    if (!multiple) {
      OutgoingMessage message = unconfirmed.remove(number);
      if (message != null) {
        answer.accept(message);
      }
      return;
    }
    takeAll(unconfirmed.headMap(number, true)).forEach(answer);
  }

  private static List<OutgoingMessage> takeAll(
      ConcurrentNavigableMap<Long, OutgoingMessage> messages) {
    List<OutgoingMessage> taken = new ArrayList<>();
    for (Map.Entry<Long, OutgoingMessage> next = messages.pollFirstEntry();
        next != null;
        next = messages.pollFirstEntry()) {
      taken.add(next.getValue());
    }
    return taken;
  }

  // Messages come back in their order, and before their confirm, which then finds them gone.
  private void returned(Return back) {
    String text =
        "unroutable: "
            + back.getReplyCode()
            + " "
            + back.getReplyText()
            + " exchange="
            + back.getExchange()
            + " routingKey="
            + back.getRoutingKey();
    // All messages have the same way, which ends at a queue that is missing.
    PublishFailure unroutable =
        destination.isQueue() ? PublishFailure.destination(text) : PublishFailure.refused(text);
    unconfirmed.values().stream()
        .filter(message -> message.is(back.getProperties()))
        .findFirst()
        .ifPresent(message -> message.fail(unroutable));
  }

  private void ended(ShutdownSignalException end) {
    List<OutgoingMessage> lost = takeAll(unconfirmed);
    if (isClosedByBroker(end)) {
      refused(lost, end);
    } else {
      String reason = "no confirm came before the end: " + BrokerErrors.text(end);
      lost.forEach(message -> message.fail(PublishFailure.unconfirmed(reason)));
    }
  }

  // The broker closes the channel at the first message that it refuses, and drops those after it.
  // It does not tell which one that was: those before it may have arrived, the last one has not.
  private static void refused(List<OutgoingMessage> lost, ShutdownSignalException end) {
    String text = BrokerErrors.text(end);
    Matcher tooLarge = TOO_LARGE.matcher(text);
    if (tooLarge.find()) {
      int size = Integer.parseInt(tooLarge.group(1));
      lost.stream()
          .filter(message -> message.body().length == size)
          .forEach(message -> message.fail(PublishFailure.impossible(text)));
    }
    boolean ofDestination = BrokerErrors.isOfDestination(text);
    PublishFailure ofLast =
        ofDestination ? PublishFailure.destination(text) : PublishFailure.refused(text);
    PublishFailure ofOthers =
        ofDestination ? PublishFailure.besideRefused(text) : PublishFailure.uncertain(text);
    for (int i = 0; i < lost.size(); i++) {
      boolean last = i == lost.size() - 1;
      lost.get(i).fail(last ? ofLast : ofOthers);
    }
  }

  /** Gives the channel up; what has no confirm fails. */
  void abandon() {
    try {
      channel.abort();
    } catch (IOException cut) {
      LOG.debug("A channel of a connection that was cut could not be closed", cut);
    }
  }
}
