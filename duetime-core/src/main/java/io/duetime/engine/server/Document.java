package io.duetime.engine.server;

import io.duetime.Limits;

/**
 * A document of a collection. The content is not copied; neither side may change it.
 *
 * @param name unique in the collection
 * @param version grows with every change
 * @param content bytes that engines do not read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and too expensive to copy
public record Document(String name, long version, byte[] content) {
  /** The version of a document that does not exist. */
  public static final long ABSENT = 0;

  /** Checks the name and the size. */
  public Document {
    Limits.documentName(name);
    Limits.documentContent(content);
  }
}
