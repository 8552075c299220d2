package io.duetime.redis.internal.link;

import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A command that knows whether it may have reached a server without being answered.
 *
 * <p>The driver may write a command again after a connection came back, and cannot know whether
 * that is safe. A command that was written once and not answered is replaced by a harmless PING,
 * and ends as lost. So is a command that was given up before it was written.
 */
public final class SentCommand extends AsyncCommand<byte[], byte[], @Nullable Object> {
  /** A kind, the digits of a number and the end of the line, at most. */
  private static final int LINE = 13;

  private static final int END_OF_LINE = '\r' << 8 | '\n';
  private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

  // Written on the threads of connections, one after the other; read when the command has ended.
  private volatile boolean unanswered;

  /** What is sent, part by part; null for what the driver encodes. */
  private byte @Nullable [][] parts;

  private SentCommand(RedisCommand<byte[], byte[], @Nullable Object> command, ReplyOutput output) {
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
    ReplyOutput output = new ReplyOutput();
    return new SentCommand(new Command<>(keyword, output, arguments), output);
  }

  /**
   * A call of a script by its digest or its text. The driver knows its first key alone, which leads
   * to the node: its own arguments take longer to make and to encode than the script's keys.
   */
  static SentCommand ofScript(Keyword keyword, byte[] which, ScriptCall call) {
    byte[][] keys = call.keys();
    byte[][] arguments = call.arguments();
    byte[][] parts = new byte[3 + keys.length + arguments.length][];
    parts[0] = keyword.bytes;
    parts[1] = which;
    parts[2] = Integer.toString(keys.length).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(keys, 0, parts, 3, keys.length);
    System.arraycopy(arguments, 0, parts, 3 + keys.length, arguments.length);
    SentCommand sending = ofKey(keyword, keys[0]);
    sending.parts = parts;
    return sending;
  }

  /** Whether it was written, and neither carried out nor refused as far as is known. */
  boolean mayHaveBeenCarriedOut() {
    return unanswered;
  }

  @Override
  public void encode(ByteBuf buffer) {
    if (unanswered) {
      buffer.writeBytes(PING);
      completeExceptionally(new NoAnswerException("the connection was lost before the answer"));
      return;
    }
    // In this order: a caller that gave it up before this line may have seen that it was not
    // written, and have sent another one. A caller that gives it up after this line sees that it
    // was written.
    unanswered = true;
    if (isDone()) {
      buffer.writeBytes(PING);
    } else if (parts == null) {
      super.encode(buffer);
    } else {
      write(buffer, parts);
    }
  }

  private static void write(ByteBuf buffer, byte[][] parts) {
    int size = LINE;
    for (byte[] part : parts) {
      size += LINE + part.length + 2;
    }
    buffer.ensureWritable(size);
    writeLine(buffer, '*', parts.length);
    for (byte[] part : parts) {
      writeLine(buffer, '$', part.length);
      buffer.writeBytes(part).writeShort(END_OF_LINE);
    }
  }

  private static void writeLine(ByteBuf buffer, char kind, int number) {
    buffer.writeByte(kind);
    int power = 1;
    while (number / power >= 10) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      buffer.writeByte('0' + number / power % 10);
    }
    buffer.writeShort(END_OF_LINE);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** Why there is no answer. */
  static final class NoAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswerException(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * A reply without conversion: byte arrays, {@link Long}, {@link Double}, null, and nested lists
   * of these. An error in any part makes the whole reply an error: then the server did nothing, and
   * the command may be sent to another server.
   */
  private static final class ReplyOutput extends CommandOutput<byte[], byte[], @Nullable Object> {
    // Written and read on the connection's thread.
    private final Deque<Unfinished> open = new ArrayDeque<>();

    private @Nullable SentCommand sending;

    ReplyOutput() {
      super(ByteArrayCodec.INSTANCE, null);
    }

    @Override
    public void setError(ByteBuffer error) {
      super.setError(error);
      if (sending != null) {
        sending.unanswered = false;
      }
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
      add(bytes == null ? null : copy(bytes));
    }

    @Override
    public void setSingle(@Nullable ByteBuffer bytes) {
      set(bytes);
    }

    @Override
    public void setBigNumber(@Nullable ByteBuffer bytes) {
      set(bytes);
    }

    @Override
    public void set(long number) {
      add(number);
    }

    @Override
    public void set(double number) {
      add(number);
    }

    @Override
    public void set(boolean value) {
      add(value ? 1L : null);
    }

    @Override
    public void multi(int count) {
      if (count < 0) {
        add(null);
        return;
      }
      List<@Nullable Object> list = new ArrayList<>(count);
      add(list);
      if (count > 0) {
        open.push(new Unfinished(list, count));
      }
    }

    private void add(@Nullable Object element) {
      Unfinished last = open.peek();
      if (last == null) {
        output = element;
        return;
      }
      last.list.add(element);
      if (last.list.size() == last.count) {
        open.pop();
      }
    }

    private static byte[] copy(ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    }

    private record Unfinished(List<@Nullable Object> list, int count) {}
  }

  /** The name of a command. */
  public static final class Keyword implements ProtocolKeyword {
    static final Keyword EVAL = new Keyword("EVAL");
    static final Keyword EVALSHA = new Keyword("EVALSHA");
    public static final Keyword WAIT = new Keyword("WAIT");
    public static final Keyword WAITAOF = new Keyword("WAITAOF");
    public static final Keyword HELLO = new Keyword("HELLO");
    public static final Keyword ASKING = new Keyword("ASKING");

    private final String name;
    private final byte[] bytes;

    public Keyword(String name) {
      this.name = name;
      this.bytes = name.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] getBytes() {
      return bytes;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Commands that are sent together. Commands that are added after that, because they are sent
   * again, are sent alone. Used by one thread until it is sent.
   */
  public static final class CommandBatch {
    private final Supplier<StatefulConnection<byte[], byte[]>> connection;
    private final List<SentCommand> sendings = new ArrayList<>();
    private volatile boolean isSent;

    public CommandBatch(Supplier<StatefulConnection<byte[], byte[]>> connection) {
      this.connection = connection;
    }

    public void add(SentCommand sending) {
      if (isSent) {
        connection.get().dispatch(sending);
      } else {
        sendings.add(sending);
      }
    }

    public void send() {
      isSent = true;
      if (sendings.isEmpty()) {
        return;
      }
      try {
        connection.get().dispatch(sendings);
      } catch (RuntimeException failure) {
        sendings.forEach(sending -> sending.completeExceptionally(failure));
      }
    }
  }
}
