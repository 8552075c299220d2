/** The contract of a queue: settings, limits, recurring definitions, views, counts and watching. */
@NullMarked
package io.duetime.engine.tck.queue;

import org.jspecify.annotations.NullMarked;
