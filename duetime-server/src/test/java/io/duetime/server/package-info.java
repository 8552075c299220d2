/** The server as a whole, its time moved by hand. */
@NullMarked
package io.duetime.server;

import org.jspecify.annotations.NullMarked;
