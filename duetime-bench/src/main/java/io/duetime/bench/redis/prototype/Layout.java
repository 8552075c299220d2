package io.duetime.bench.redis.prototype;

/**
 * Ways to lay out jobs that wait, by the script that stores some: arguments are id, due time and
 * packed job of each, KEYS a prefix of everything it writes. All hold id, due time and job.
 */
public enum Layout {
  HASH_AND_SET(
      "hash of jobs, sorted set of ids",
      "all operations O(log n)",
      """
      redis.call('HSET', KEYS[1] .. 'jobs', id, job)
      redis.call('ZADD', KEYS[1] .. 'due', due, id)
      """),
  SHORT_IDS(
      "the same, ids of 8 bytes",
      "ids that the store makes alone",
      """
      local short = string.sub(id, 19)
      redis.call('HSET', KEYS[1] .. 'jobs', short, job)
      redis.call('ZADD', KEYS[1] .. 'due', due, short)
      """),
  KEYS_AND_SET(
      "a string for each job, sorted set of ids",
      "all operations O(log n); keys that no script can declare",
      """
      redis.call('SET', KEYS[1] .. id, job)
      redis.call('ZADD', KEYS[1] .. 'due', due, id)
      """),
  SET_ALONE(
      "sorted set of id and job",
      "no job can be found by its id",
      """
      redis.call('ZADD', KEYS[1] .. 'due', due, id .. job)
      """),
  SET_AND_SCORES(
      "sorted set of id and job, hash of due times by id",
      "by id and due time to the job",
      """
      redis.call('ZADD', KEYS[1] .. 'due', due, id .. job)
      redis.call('HSET', KEYS[1] .. 'dues', id, struct.pack('>I6', due))
      """),
  LISTS(
      "a list for each minute",
      "no job can be found by its id, or removed sooner than in O(n) of its minute",
      """
      redis.call('RPUSH', KEYS[1] .. math.floor(due / 60000), struct.pack('>I6', due) .. id .. job)
      """),
  LISTS_AND_IDS(
      "a list for each minute, hash of minutes by id",
      "removal in O(n) of a minute",
      """
      local minute = math.floor(due / 60000)
      redis.call('RPUSH', KEYS[1] .. minute, struct.pack('>I6', due) .. id .. job)
      redis.call('HSET', KEYS[1] .. 'minutes', id, minute)
      """),
  STREAMS(
      "a stream for each minute",
      "found by the id that the stream gives, not by its own",
      """
      redis.call('XADD', KEYS[1] .. math.floor(due / 60000), '*', 'j',
        struct.pack('>I6', due) .. id .. job)
      """),
  STREAMS_AND_IDS(
      "a stream for each minute, hash of places by id",
      "all but the order within a minute; removed entries leave their room until their block is gone",
      """
      local minute = math.floor(due / 60000)
      local place = redis.call('XADD', KEYS[1] .. minute, '*', 'j',
        struct.pack('>I6', due) .. id .. job)
      local millis, number = string.match(place, '(%d+)-(%d+)')
      redis.call('HSET', KEYS[1] .. 'places', id, struct.pack('>I4I6I2', minute, millis, number))
      """);

  private final String title;
  private final String limits;
  private final String body;

  Layout(String title, String limits, String body) {
    this.title = title;
    this.limits = limits;
    this.body = body;
  }

  public String title() {
    return title;
  }

  /** What can be done with it, or cannot. */
  public String limits() {
    return limits;
  }

  public String script() {
    return """
    for i = 1, #ARGV, 3 do
      local id, due, job = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2]
    """
        + body
        + """
        end
        return #ARGV / 3
        """;
  }
}
