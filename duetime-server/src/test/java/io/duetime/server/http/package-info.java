/** What the front does with any request: refusals, limits and the bytes on the wire. */
@NullMarked
package io.duetime.server.http;

import org.jspecify.annotations.NullMarked;
