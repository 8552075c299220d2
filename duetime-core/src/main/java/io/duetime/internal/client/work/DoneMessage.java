package io.duetime.internal.client.work;

/**
 * What the stage of a handler completes with to have a message kept with its done job. What other
 * handlers complete with is theirs, and is not stored.
 */
public record DoneMessage(String text) {}
