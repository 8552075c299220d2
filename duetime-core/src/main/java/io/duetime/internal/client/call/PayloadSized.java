package io.duetime.internal.client.call;

/** Tells how large a payload is that an object keeps in memory. */
public interface PayloadSized {
  /** The size of the stored payload in bytes. */
  int payloadSize();
}
