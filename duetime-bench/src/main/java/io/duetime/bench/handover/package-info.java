/** Measures the hand-over of due jobs to Kafka and to HTTP endpoints beside bare clients. */
@NullMarked
package io.duetime.bench.handover;

import org.jspecify.annotations.NullMarked;
