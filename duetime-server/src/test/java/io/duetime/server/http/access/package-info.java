/** Tests of access over HTTP. */
@NullUnmarked
package io.duetime.server.http.access;

import org.jspecify.annotations.NullUnmarked;
