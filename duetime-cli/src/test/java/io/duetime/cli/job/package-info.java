/** The commands about jobs, against a server on a free port. */
@NullMarked
package io.duetime.cli.job;

import org.jspecify.annotations.NullMarked;
