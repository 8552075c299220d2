package io.duetime.client.internal.engine;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Joins JSON values to an array, with JSON around it. */
final class ArrayWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
  private final String after;
  private boolean empty = true;

  ArrayWriter(String before, String after) {
    bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
    this.after = after;
  }

  boolean isEmpty() {
    return empty;
  }

  int size() {
    return bytes.size();
  }

  void add(byte[] element) {
    if (!empty) {
      bytes.write(',');
    }
    empty = false;
    bytes.writeBytes(element);
  }

  byte[] end() {
    bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }
}
