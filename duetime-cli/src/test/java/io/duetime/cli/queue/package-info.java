/** The commands about queues, against a server on a free port. */
@NullMarked
package io.duetime.cli.queue;

import org.jspecify.annotations.NullMarked;
