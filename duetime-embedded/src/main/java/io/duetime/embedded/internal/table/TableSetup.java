package io.duetime.embedded.internal.table;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Which table of a queue to open.
 *
 * @param queue its name
 * @param number what its keys begin with
 * @param window how many of the next jobs of a line the heap is to hold, up to twice as many
 * @param live counts the jobs of all queues
 */
record TableSetup(String queue, int number, int window, AtomicLong live) {}
