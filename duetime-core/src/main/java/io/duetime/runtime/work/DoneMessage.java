package io.duetime.runtime.work;

/**
 * What the stage of a handler completes with to have a message kept with its done job. What other
 * handlers complete with is theirs, and is not stored.
 */
public record DoneMessage(String text) {}
