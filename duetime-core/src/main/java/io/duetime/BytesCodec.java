package io.duetime;

/** Stores bytes unchanged; each side has an array of its own. */
final class BytesCodec implements Codec<byte[]> {
  static final BytesCodec INSTANCE = new BytesCodec();

  private BytesCodec() {}

  @Override
  public byte[] encode(byte[] payload) {
    return Limits.given("payload", payload).clone();
  }

  @Override
  public byte[] decode(byte[] bytes) {
    return Limits.given("payload", bytes).clone();
  }
}
