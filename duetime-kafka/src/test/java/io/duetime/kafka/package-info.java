/** Tests of the hand-over to Kafka, with a real broker. */
@NullMarked
package io.duetime.kafka;

import org.jspecify.annotations.NullMarked;
