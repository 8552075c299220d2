package io.duetime.embedded.internal.table;

/**
 * Which table of a queue to open.
 *
 * @param queue its name
 * @param number what its keys begin with
 * @param window how many of the next jobs of a line the heap is to hold, up to twice as many
 */
public record TableSetup(String queue, int number, int window) {}
