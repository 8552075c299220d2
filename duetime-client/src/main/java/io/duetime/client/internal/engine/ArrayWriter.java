package io.duetime.client.internal.engine;

import java.io.ByteArrayOutputStream;

/** Joins JSON values to an array. */
final class ArrayWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);

  boolean isEmpty() {
    return bytes.size() == 0;
  }

  int size() {
    return bytes.size();
  }

  void add(byte[] element) {
    bytes.write(isEmpty() ? '[' : ',');
    bytes.write(element, 0, element.length);
  }

  byte[] end() {
    bytes.write(']');
    return bytes.toByteArray();
  }
}
