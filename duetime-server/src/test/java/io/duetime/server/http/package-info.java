/** The HTTP API over real sockets, on the memory engine with a clock moved by hand. */
@NullMarked
package io.duetime.server.http;

import org.jspecify.annotations.NullMarked;
