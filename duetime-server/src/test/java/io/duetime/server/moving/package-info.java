/** Moving from any source to any target, in virtual time. */
@NullMarked
package io.duetime.server.moving;

import org.jspecify.annotations.NullMarked;
