package io.duetime.redis.internal.link;

import java.util.Queue;

/** Notes what is heard on a channel. */
final class Hearing implements RedisLink.ChannelListener {
  private final Queue<String> heard;

  Hearing(Queue<String> heard) {
    this.heard = heard;
  }

  @Override
  public void message(byte[] payload) {
    heard.add((String) Bytes.readable(payload));
  }

  @Override
  public void subscribed() {
    heard.add("subscribed");
  }
}
