/**
 * The targets of a server, and the hand-over of queues to them. {@link
 * io.duetime.server.handover.HandOvers} runs it.
 */
@NullMarked
package io.duetime.server.handover;

import org.jspecify.annotations.NullMarked;
