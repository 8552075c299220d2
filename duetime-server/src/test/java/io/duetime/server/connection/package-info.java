/** Tests of the bounds of connections. */
@NullUnmarked
package io.duetime.server.connection;

import org.jspecify.annotations.NullUnmarked;
