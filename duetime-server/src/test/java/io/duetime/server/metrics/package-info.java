/** The metrics of a server. */
@NullMarked
package io.duetime.server.metrics;

import org.jspecify.annotations.NullMarked;
