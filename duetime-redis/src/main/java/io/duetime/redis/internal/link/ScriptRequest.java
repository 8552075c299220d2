package io.duetime.redis.internal.link;

import io.duetime.redis.internal.script.Script;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Runs a script by its digest, and by its text where the server does not know it yet. */
final class ScriptRequest implements PatientCall.Request {
  private final Script script;
  private final byte[][] keys;
  private final byte[][] arguments;
  private final Consumer<Sending> dispatch;
  private boolean wholeText;

  ScriptRequest(Script script, byte[][] keys, byte[][] arguments, Consumer<Sending> dispatch) {
    if (keys.length == 0) {
      throw new IllegalArgumentException("script " + script.name() + " is called without a key");
    }
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
    this.dispatch = dispatch;
  }

  @Override
  public Sending make() {
    String which = wholeText ? script.text() : script.sha1();
    CommandArgs<byte[], byte[]> all =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add(which.getBytes(StandardCharsets.UTF_8))
            .add(keys.length)
            .addKeys(keys);
    for (byte[] argument : arguments) {
      all.add(argument);
    }
    Sending sending = Sending.of(wholeText ? Keyword.EVAL : Keyword.EVALSHA, all);
    wholeText = false;
    return sending;
  }

  @Override
  public void dispatch(Sending sending) {
    dispatch.accept(sending);
  }

  @Override
  public boolean unknownScript() {
    wholeText = true;
    return true;
  }
}
