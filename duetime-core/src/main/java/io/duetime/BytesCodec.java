package io.duetime;

/** Stores bytes unchanged. */
final class BytesCodec implements Codec<byte[]> {
  static final BytesCodec INSTANCE = new BytesCodec();

  private BytesCodec() {}

  @Override
  public byte[] encode(byte[] payload) {
    return Limits.given("payload", payload);
  }

  @Override
  public byte[] decode(byte[] bytes) {
    return Limits.given("payload", bytes);
  }
}
