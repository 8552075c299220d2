package io.duetime.engine.server;

/**
 * The result of a change of a document.
 *
 * @param outcome what happened
 * @param version the version that the document now has; {@link Document#ABSENT} if it does not
 *     exist
 */
public record DocumentResult(Outcome outcome, long version) {
  /** The outcomes of a change. */
  public enum Outcome {
    /** The document was stored or deleted. */
    DONE,
    /** The document has another version; nothing was changed. */
    CHANGED_MEANWHILE,
    /** The collection has as many documents as it may have; nothing was changed. */
    FULL
  }
}
