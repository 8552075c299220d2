package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Fields;
import java.util.Collection;

/** Reads values that are required, and checks their range. */
final class Needed {
  /** The end of the year 9999. */
  private static final long END = 253_402_300_800_000L;

  private final Fields fields;

  Needed(Fields fields) {
    this.fields = fields;
  }

  String text(String name) {
    String text = fields.text(name);
    if (text == null) {
      throw missing(name, "a string");
    }
    return text;
  }

  long whole(String name) {
    Long value = fields.whole(name);
    if (value == null) {
      throw missing(name, "a whole number");
    }
    return value;
  }

  /** A number from 0 to {@code max}. */
  long upTo(String name, long max) {
    long value = whole(name);
    if (value < 0 || value > max) {
      throw new InvalidRequestException(name, value, "0 to " + max);
    }
    return value;
  }

  int count(String name) {
    return (int) upTo(name, Integer.MAX_VALUE);
  }

  /** A moment in epoch milliseconds. */
  long moment(String name) {
    return upTo(name, END - 1);
  }

  boolean flag(String name) {
    Boolean flag = fields.flag(name);
    if (flag == null) {
      throw missing(name, "true or false");
    }
    return flag;
  }

  <E extends Enum<E>> E oneOf(String name, Class<E> type) {
    text(name);
    E value = fields.oneOf(name, type);
    if (value == null) {
      throw missing(name, type.getSimpleName());
    }
    return value;
  }

  Fields object(String name, Collection<String> allowed) {
    Fields object = fields.object(name, allowed);
    if (object == null) {
      throw missing(name, "an object");
    }
    return object;
  }

  private static InvalidRequestException missing(String name, String allowed) {
    return new InvalidRequestException(name, null, allowed);
  }
}
