package io.duetime.redis.internal.link.send;

import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.send.PatientCall.CallContext;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a script by its digest, and by its text where the server does not know it yet. */
public class ScriptRequest implements PatientCall.Request {
  private final ScriptCall call;
  private boolean wholeText;

  public ScriptRequest(ScriptCall call) {
    this.call = call;
  }

  /** Makes the call; {@link PatientCall} repeats it. */
  public CompletableFuture<@Nullable Object> send(
      CallContext context, Consumer<SentCommand> connection) {
    return PatientCall.make(context, call.script().name(), call.script().reads(), this, connection);
  }

  @Override
  public SentCommand make() {
    String which = wholeText ? call.script().text() : call.script().sha1();
    CommandArgs<byte[], byte[]> all =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add(which.getBytes(StandardCharsets.UTF_8))
            .add(call.keys().length)
            .addKeys(call.keys());
    SentCommand sending =
        SentCommand.of(wholeText ? Keyword.EVAL : Keyword.EVALSHA, all, call.arguments());
    wholeText = false;
    return sending;
  }

  @Override
  public boolean unknownScript() {
    wholeText = true;
    return true;
  }
}
