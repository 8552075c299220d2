/** The commands about recurring jobs, against a server on a free port. */
@NullMarked
package io.duetime.server.cli.recurring;

import org.jspecify.annotations.NullMarked;
