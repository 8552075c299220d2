/** The commands for the targets of hand-overs. */
@NullMarked
package io.duetime.server.cli.target;

import org.jspecify.annotations.NullMarked;
