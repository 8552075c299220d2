/** Tests of time, system and virtual. */
@NullMarked
package io.duetime.internal.time;

import org.jspecify.annotations.NullMarked;
