/**
 * The durable engine that keeps its jobs in a folder. It is found by the URI scheme {@code
 * embedded:}; nothing here is meant to be called directly.
 */
@NullMarked
package io.duetime.embedded;

import org.jspecify.annotations.NullMarked;
