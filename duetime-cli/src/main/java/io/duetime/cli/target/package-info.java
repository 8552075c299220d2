/** The commands for the targets of hand-overs. */
@NullMarked
package io.duetime.cli.target;

import org.jspecify.annotations.NullMarked;
