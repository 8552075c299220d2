/** Events for callers that watch: tasks, warnings and the counts of queues. */
@NullMarked
package io.duetime.server.event;

import org.jspecify.annotations.NullMarked;
