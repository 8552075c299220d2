package io.duetime.redis;

import io.duetime.redis.internal.link.RedisLink;

/** What stores of tests stand on: one server, or several of a cluster. */
interface Servers {
  /** A link of its own. */
  RedisLink link();

  /** Calls a command where a key is; the key is its first argument. */
  String call(String command, String key, String... more);

  /** Removes all keys of a prefix. */
  void clear(String prefix);
}
