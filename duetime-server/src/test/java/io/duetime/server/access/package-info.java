/** Tests of tokens and of what they allow. */
@NullUnmarked
package io.duetime.server.access;

import org.jspecify.annotations.NullUnmarked;
