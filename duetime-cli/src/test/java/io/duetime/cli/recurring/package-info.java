/** The commands about recurring jobs, against a server on a free port. */
@NullMarked
package io.duetime.cli.recurring;

import org.jspecify.annotations.NullMarked;
