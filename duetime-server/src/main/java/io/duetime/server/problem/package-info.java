/** Judges what is wrong with a store and its queues, and keeps since when. */
@NullMarked
package io.duetime.server.problem;

import org.jspecify.annotations.NullMarked;
