/** Tests of the hand-over to AMQP brokers. */
@NullMarked
package io.duetime.rabbitmq;

import org.jspecify.annotations.NullMarked;
