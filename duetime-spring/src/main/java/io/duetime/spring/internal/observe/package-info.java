/** Observations of requests and runs, for tracers that Micrometer bridges to. */
@NullMarked
package io.duetime.spring.internal.observe;

import org.jspecify.annotations.NullMarked;
