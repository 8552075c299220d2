/**
 * Connections before anything of a protocol: how many a server takes, from whom, and which are
 * closed when there is no room. Both ports use it.
 */
@NullMarked
package io.duetime.server.connection;

import org.jspecify.annotations.NullMarked;
