/** Tests of time, system and virtual. */
@NullMarked
package io.duetime.time;

import org.jspecify.annotations.NullMarked;
