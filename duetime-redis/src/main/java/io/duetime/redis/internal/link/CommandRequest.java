package io.duetime.redis.internal.link;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends a plain command. */
final class CommandRequest implements PatientCall.Request {
  private final Keyword keyword;
  private final byte @Nullable [] key;
  private final byte[][] arguments;
  private final Consumer<Sending> dispatch;

  /**
   * Of one command.
   *
   * @param key its first argument, if it has one that is a key
   */
  CommandRequest(
      Keyword keyword, byte @Nullable [] key, byte[][] arguments, Consumer<Sending> dispatch) {
    this.keyword = keyword;
    this.key = key;
    this.arguments = arguments;
    this.dispatch = dispatch;
  }

  @Override
  public Sending make() {
    CommandArgs<byte[], byte[]> all = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    if (key != null) {
      all.addKey(key);
    }
    for (byte[] argument : arguments) {
      all.add(argument);
    }
    return Sending.of(keyword, all);
  }

  @Override
  public void dispatch(Sending sending) {
    dispatch.accept(sending);
  }
}
