package io.duetime.server.moving.redis;

import io.duetime.server.moving.Source;
import io.duetime.server.moving.Survey;
import java.util.List;

/** How one system keeps the entries of one queue in Redis. */
interface SourceLayout {
  /** The name of the queue there, by which its taken entries are found again. */
  String place();

  /** The queue that the entries go to. */
  String queue();

  /** The script that takes entries. */
  TakeScript script();

  /** The keys that the script takes entries from. */
  List<String> keys();

  /** Further arguments of the script. */
  default List<String> arguments() {
    return List.of();
  }

  /**
   * Makes an entry of what the script has taken.
   *
   * @param record what the script replied
   */
  Source.Entry read(String handle, byte[] record);

  /** Counts the entries and reads the first few, without changing anything. */
  Survey survey(RedisSession redis, int samples);
}
