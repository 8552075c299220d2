/** Traces of jobs: a span for each request and each run, and their link. */
@NullMarked
package io.duetime.opentelemetry;

import org.jspecify.annotations.NullMarked;
