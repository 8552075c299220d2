/** Measures the hand-over of due jobs to RabbitMQ, Kafka and HTTP endpoints beside other ways. */
@NullMarked
package io.duetime.bench.handover;

import org.jspecify.annotations.NullMarked;
