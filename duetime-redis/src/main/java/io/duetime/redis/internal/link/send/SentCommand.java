package io.duetime.redis.internal.link.send;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A command that knows whether it may have reached a server without being answered.
 *
 * <p>The driver may write a command again after a connection came back, and cannot know whether
 * that is safe. A command that was written once and not answered is replaced by a harmless PING,
 * and ends as lost. So is a command that was given up before it was written.
 */
public final class SentCommand extends AsyncCommand<byte[], byte[], @Nullable Object> {
  private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

  // Written on the threads of connections, one after the other; read when the command has ended.
  private volatile boolean unanswered;

  private SentCommand(RedisCommand<byte[], byte[], @Nullable Object> command, AnswerWatch output) {
    super(command);
    output.sending = this;
  }

  /** A command without a key. */
  public static SentCommand of(Keyword keyword, byte[]... arguments) {
    return of(keyword, new CommandArgs<>(ByteArrayCodec.INSTANCE), arguments);
  }

  /** A command with a key as its first argument. */
  public static SentCommand ofKey(Keyword keyword, byte[] key, byte[]... more) {
    return of(keyword, new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(key), more);
  }

  /** A command with further arguments. */
  public static SentCommand of(
      Keyword keyword, CommandArgs<byte[], byte[]> arguments, byte[]... more) {
    for (byte[] argument : more) {
      arguments.add(argument);
    }
    AnswerWatch output = new AnswerWatch();
    return new SentCommand(new Command<>(keyword, output, arguments), output);
  }

  /** Whether it was written, and neither carried out nor refused as far as is known. */
  boolean mayHaveBeenCarriedOut() {
    return unanswered;
  }

  @Override
  public void encode(ByteBuf buffer) {
    if (unanswered) {
      buffer.writeBytes(PING);
      completeExceptionally(new LostAnswerException());
      return;
    }
    // In this order: a caller that gave it up before this line may have seen that it was not
    // written, and have sent another one. A caller that gives it up after this line sees that it
    // was written.
    unanswered = true;
    if (isDone()) {
      buffer.writeBytes(PING);
    } else {
      super.encode(buffer);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /**
   * A reply that notifies its command of an error: the server did nothing, and the command may be
   * sent to another server.
   */
  private static final class AnswerWatch extends ReplyOutput {
    private @Nullable SentCommand sending;

    @Override
    public void setError(ByteBuffer error) {
      super.setError(error);
      if (sending != null) {
        sending.unanswered = false;
      }
    }
  }

  /** The connection ended before the answer. */
  private static final class LostAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostAnswerException() {
      super("the connection was lost before the answer", null, false, false);
    }
  }
}
