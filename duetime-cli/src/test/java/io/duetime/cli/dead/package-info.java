/** The commands about dead jobs, against a server on a free port. */
@NullMarked
package io.duetime.cli.dead;

import org.jspecify.annotations.NullMarked;
