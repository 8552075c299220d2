/** Commands about queues: counts, settings, pause and resume, delete. */
@NullMarked
package io.duetime.server.cli.queue;

import org.jspecify.annotations.NullMarked;
