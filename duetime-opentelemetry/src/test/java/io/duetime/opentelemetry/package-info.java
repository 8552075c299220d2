/** Tests of the traces. */
@NullMarked
package io.duetime.opentelemetry;

import org.jspecify.annotations.NullMarked;
