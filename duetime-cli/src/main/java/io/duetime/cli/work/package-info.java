/** The {@code work} command: a worker that runs a command for every job. */
@NullMarked
package io.duetime.cli.work;

import org.jspecify.annotations.NullMarked;
