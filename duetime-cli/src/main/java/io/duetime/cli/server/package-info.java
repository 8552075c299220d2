/** Commands that run a store in their own process: the server and the demo. */
@NullMarked
package io.duetime.cli.server;

import org.jspecify.annotations.NullMarked;
