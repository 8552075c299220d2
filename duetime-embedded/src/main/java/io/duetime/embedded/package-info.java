/**
 * The durable engine that keeps its jobs in a folder. It is found by the URI scheme {@code
 * embedded:}; {@link io.duetime.embedded.EmbeddedEngine} is for those who want more than a queue,
 * such as a backup.
 */
@NullMarked
package io.duetime.embedded;

import org.jspecify.annotations.NullMarked;
