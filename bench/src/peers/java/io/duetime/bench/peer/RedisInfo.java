package io.duetime.bench.peer;

import io.duetime.redis.fixture.RedisTalk;

/** What a Redis server tells of itself. */
record RedisInfo(RedisTalk talk) implements AutoCloseable {
  RedisInfo(Place place) {
    this(RedisTalk.with(place.port()));
  }

  double memory() {
    return number("memory", "used_memory");
  }

  double commands() {
    return number("stats", "total_commands_processed");
  }

  private double number(String section, String field) {
    return talk.call("INFO", section)
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .mapToDouble(line -> Double.parseDouble(line.substring(field.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    talk.close();
  }
}
