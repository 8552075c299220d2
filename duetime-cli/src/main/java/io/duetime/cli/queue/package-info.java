/** Commands about queues: counts, settings, pause and resume, delete. */
@NullMarked
package io.duetime.cli.queue;

import org.jspecify.annotations.NullMarked;
