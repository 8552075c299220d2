package io.duetime.server.moving.beanstalkd;

import io.duetime.server.moving.beanstalkd.BeanstalkdLink.Reply;

/**
 * What {@code stats-job} says.
 *
 * @param leftSeconds the whole seconds until a delayed job is ready
 */
record TubeJob(long number, String state, long priority, long ttrSeconds, long leftSeconds) {
  static final String READY = "ready";
  static final String DELAYED = "delayed";
  static final String BURIED = "buried";

  static TubeJob read(Reply stats) {
    return new TubeJob(
        stats.number("id"),
        stats.value("state"),
        stats.number("pri"),
        stats.number("ttr"),
        stats.number("time-left"));
  }
}
