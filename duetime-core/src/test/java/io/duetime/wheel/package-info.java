/** Tests of the timing wheel: its borders, its contract, and random use beside a naive model. */
@NullMarked
package io.duetime.wheel;

import org.jspecify.annotations.NullMarked;
