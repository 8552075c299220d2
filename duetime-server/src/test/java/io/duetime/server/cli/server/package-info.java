/** The server as a process, and the demo. */
@NullMarked
package io.duetime.server.cli.server;

import org.jspecify.annotations.NullMarked;
