/** The server as a process, and the demo. */
@NullMarked
package io.duetime.cli.server;

import org.jspecify.annotations.NullMarked;
