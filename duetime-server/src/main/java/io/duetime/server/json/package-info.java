/** The JSON that only a server writes. Uses no sockets. */
@NullMarked
package io.duetime.server.json;

import org.jspecify.annotations.NullMarked;
