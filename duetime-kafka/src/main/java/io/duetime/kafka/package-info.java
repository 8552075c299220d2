/**
 * Hands due jobs over to Apache Kafka: targets of the type {@code kafka}. A job is acknowledged
 * when all in-sync replicas have its record.
 */
@NullMarked
package io.duetime.kafka;

import org.jspecify.annotations.NullMarked;
