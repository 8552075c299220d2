package io.duetime.server.handover;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.Codec;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.runtime.call.InfoView;
import java.util.Map;

/** A message that tries a target. No job is behind it; its header and its payload say so. */
public final class TestMessage extends InfoView<byte[]> {
  /** The header that marks it. */
  public static final String HEADER = "duetime-test";

  private static final byte[] PAYLOAD = "{\"duetimeTest\":true}".getBytes(UTF_8);

  private final String queue;
  private final String id;
  private final long atMillis;

  /**
   * Makes a message.
   *
   * @param queue the queue that it seems to come from
   */
  public TestMessage(String queue, String id, long atMillis) {
    super(new JobBody(PAYLOAD, "application/json", Map.of(HEADER, "true")), Codec.bytes());
    this.queue = queue;
    this.id = id;
    this.atMillis = atMillis;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  protected ClaimedJob.Times times() {
    return new ClaimedJob.Times(atMillis, atMillis, atMillis);
  }

  @Override
  public long priority() {
    return 0;
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public boolean mayHaveArrived() {
    return false;
  }

  @Override
  public int maxAttempts() {
    return 1;
  }

  @Override
  public long fence() {
    return 0;
  }
}
