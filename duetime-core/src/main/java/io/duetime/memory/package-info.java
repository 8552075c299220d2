/**
 * The engine that keeps jobs on the heap: the kernel on a map, a timing wheel and ordered ready
 * jobs, a lock a queue.
 */
@NullMarked
package io.duetime.memory;

import org.jspecify.annotations.NullMarked;
