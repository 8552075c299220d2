/** Hands due jobs over to RabbitMQ and other brokers of AMQP 0-9-1, with publisher confirms. */
@NullMarked
package io.duetime.rabbitmq;

import org.jspecify.annotations.NullMarked;
