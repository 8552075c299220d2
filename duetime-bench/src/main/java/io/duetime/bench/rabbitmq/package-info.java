/** The hand-over to RabbitMQ beside other ways to bring delayed messages there. */
@NullMarked
package io.duetime.bench.rabbitmq;

import org.jspecify.annotations.NullMarked;
