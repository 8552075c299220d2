package io.duetime.spring.boot.autoconfigure.bench;

import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Connects to Redis; a class of its own, since not every class path has a client. */
final class RedisPing {
  private RedisPing() {}

  static void ping(ApplicationContext app) {
    app.getBean(StringRedisTemplate.class).hasKey("any");
  }
}
