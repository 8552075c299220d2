package io.duetime.spring;

import io.duetime.Codec;
import java.lang.reflect.Type;

/**
 * Chooses the codec of a type of payload. A bean of this type replaces the one that is configured,
 * which uses the application's JSON mapper.
 */
@FunctionalInterface
public interface PayloadCodecs {
  /** Returns the codec of types other than {@code String} and {@code byte[]}. */
  Codec<?> codec(Type type);

  /** Returns the codec of any type. */
  default Codec<?> of(Type type) {
    if (type == String.class) {
      return Codec.string();
    }
    return type == byte[].class ? Codec.bytes() : codec(type);
  }
}
