/** Tests of the metrics. */
@NullMarked
package io.duetime.micrometer;

import org.jspecify.annotations.NullMarked;
