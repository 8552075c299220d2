/** The command as people and scripts use it, against a server on a free port. */
@NullMarked
package io.duetime.server.cli;

import org.jspecify.annotations.NullMarked;
