/** Tests of the whole server with virtual time. */
@NullMarked
package io.duetime.server;

import org.jspecify.annotations.NullMarked;
