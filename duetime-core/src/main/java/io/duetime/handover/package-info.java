/**
 * Hands due jobs over to a receiver, such as a message broker: a job leaves its queue when the
 * receiver has confirmed it. A {@link io.duetime.handover.Target} is a connection to a receiver,
 * which modules such as {@code duetime-rabbitmq} provide.
 */
@NullMarked
package io.duetime.handover;

import org.jspecify.annotations.NullMarked;
