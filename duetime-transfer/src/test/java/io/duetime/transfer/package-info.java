/** Moving from any source to any target, in virtual time. */
@NullMarked
package io.duetime.transfer;

import org.jspecify.annotations.NullMarked;
