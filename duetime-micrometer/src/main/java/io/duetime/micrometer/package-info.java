/** Metrics of jobs in a Micrometer registry. */
@NullMarked
package io.duetime.micrometer;

import org.jspecify.annotations.NullMarked;
