package io.duetime.server.task;

/**
 * A task as a document.
 *
 * @param version grows with each change of any task
 */
public record StoredTask(Task task, long version) {}
